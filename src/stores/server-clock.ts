/** When a request was sent and its response received: epoch ms of this device's clock. */
export interface RequestTiming {
  requestedAt: number
  receivedAt: number
}

/**
 * Converts a remaining time of the server to a time by the clock of this device, accurate to half of the round
 * trip even if the device clock is wrong.
 */
export const toLocalDeadline = (
  remainingMs: number,
  { requestedAt, receivedAt }: RequestTiming,
): number => remainingMs + (requestedAt + receivedAt) / 2

/** Converts a server time to the clock of this device, accurate to a second, like the times of the API. */
export const toLocalTime = (at: string, serverTime: string, timing: RequestTiming): number =>
  toLocalDeadline(Date.parse(at) - Date.parse(serverTime), timing)

/**
 * Whole seconds until a local time, at least 0. Returns 0 if the clock was set back since `notedAt`,
 * because the countdown might run far too long; the server enforces the time anyway.
 */
export function countSeconds({ until, notedAt }: { until: number; notedAt: number }, now: number) {
  if (now < notedAt - 5000) return 0
  return Math.max(0, Math.ceil((until - now) / 1000))
}
