/** When a request was sent and its response received, by the clock of this device. */
export interface RequestTiming {
  requestedAt: number
  answeredAt: number
}

/**
 * Converts a server time to the clock of this device, accurate to half of the round trip, even if the
 * device clock is wrong.
 */
export function toLocalTime(
  at: string,
  serverTime: string,
  { requestedAt, answeredAt }: RequestTiming,
): number {
  return Date.parse(at) - Date.parse(serverTime) + (requestedAt + answeredAt) / 2
}

/**
 * Seconds until a local time, never less than 0. Returns 0 if the clock was set back since `notedAt`,
 * because it would never end; the server decides anyway.
 */
export function countSeconds({ until, notedAt }: { until: number; notedAt: number }, now: number) {
  if (now < notedAt - 5000) return 0
  return Math.max(0, Math.ceil((until - now) / 1000))
}
