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

/**
 * Finds the reason for a login; null if no page requires it.
 * @param returnPath path of the page to return to, with the prefix of its locale
 * @param home path of the home page of the locale: `/en` or `/`
 */
export function findLoginReason(returnPath: string, home: string): LoginReason | null {
  const path =
    home !== '/' && returnPath.startsWith(`${home}/`) ? returnPath.slice(home.length) : returnPath
  return REASONS.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
