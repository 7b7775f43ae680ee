import type { CallResult } from '#client/create-client.ts'
import type { RequestTiming } from '#stores/server-clock.ts'

/** Response data with the timing of its request, so that its deadlines can be counted down. */
export type WithTiming<Data> = Data & { timing: RequestTiming }

/** Makes a call and adds the timing of its request, by the clock of this device. */
export async function recordTiming<Data extends object>(
  call: () => Promise<CallResult<Data>>,
  now: () => number = Date.now,
): Promise<CallResult<WithTiming<Data>>> {
  const requestedAt = now()
  const result = await call()
  if (result.status !== 'ok') return result
  return { status: 'ok', data: { ...result.data, timing: { requestedAt, receivedAt: now() } } }
}
