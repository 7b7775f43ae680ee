import type { Answer } from '#client/create-client.ts'
import type { Asked } from '#stores/server-clock.ts'

/** An answer with when it was asked for and came, so that its deadlines can be counted down. */
export type Timed<Data> = Data & { asked: Asked }

/** Makes a call and notes its times by the clock of this device. */
export async function noteTimes<Data extends object>(
  call: () => Promise<Answer<Data>>,
  now: () => number = Date.now,
): Promise<Answer<Timed<Data>>> {
  const askedAt = now()
  const answer = await call()
  if (answer.status !== 'ok') return answer
  return { status: 'ok', data: { ...answer.data, asked: { askedAt, answeredAt: now() } } }
}
