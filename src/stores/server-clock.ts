/** When a question was asked and answered, by the clock of this device. */
export interface Asked {
  askedAt: number
  answeredAt: number
}

/**
 * A moment of the server on the clock of this device, however wrong that is: right to half the time
 * that the answer took.
 */
export function toLocalTime(
  at: string,
  serverTime: string,
  { askedAt, answeredAt }: Asked,
): number {
  return Date.parse(at) - Date.parse(serverTime) + (askedAt + answeredAt) / 2
}

/**
 * Seconds until a local moment, never less than 0. A clock that was set back since the moment was
 * noted would wait for ever: then it is over, and the server has the last word.
 */
export function countSeconds({ until, notedAt }: { until: number; notedAt: number }, now: number) {
  if (now < notedAt - 5000) return 0
  return Math.max(0, Math.ceil((until - now) / 1000))
}
