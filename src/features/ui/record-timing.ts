import type { CallResult } from '#client/create-client.ts'
import type { RequestTiming } from '#stores/server-clock.ts'

/** An answer with when it was timing for and came, so that its deadlines can be counted down. */
export type WithTiming<Data> = Data & { timing: RequestTiming }

/** Makes a call and notes its times by the clock of this device. */
export async function recordTiming<Data extends object>(
  call: () => Promise<CallResult<Data>>,
  now: () => number = Date.now,
): Promise<CallResult<WithTiming<Data>>> {
  const requestedAt = now()
  const answer = await call()
  if (answer.status !== 'ok') return answer
  return { status: 'ok', data: { ...answer.data, timing: { requestedAt, answeredAt: now() } } }
}
