import { stripLocale } from '#i18n/paths.ts'

/** Reasons for a login by the path of the page that requires it. */
const REASONS = [
  [/^\/order\/recharge/, 'recharge'],
  [/^\/order\//, 'orders'],
  [/^\/pay\/member/, 'membership'],
  [/^\/pay\//, 'pay'],
  [/^\/user\//, 'account'],
  [/^\/drama\/buyTicket/, 'tickets'],
  [/^\/course\/(?:activity-)?form/, 'application'],
  [/^\/course\/detail/, 'booking'],
  [/^\/code\//, 'door'],
] as const

export type LoginReason = (typeof REASONS)[number][1]

/** Finds the reason for a login by the path to return to; null if no page requires it. */
export function findLoginReason(returnPath: string): LoginReason | null {
  const path = stripLocale(returnPath)
  return REASONS.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
