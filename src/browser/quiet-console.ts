const METHODS = [
  'log',
  'info',
  'debug',
  'warn',
  'error',
  'table',
  'trace',
  'dir',
  'dirxml',
  'group',
  'groupCollapsed',
  'assert',
  'count',
  'timeEnd',
  'timeLog',
] as const
type Method = (typeof METHODS)[number]

/**
 * Silences the console except for messages of the named modules, such as `[init] …`. Messages of the
 * browser itself, including uncaught errors, are not affected.
 */
export function quietConsole(
  console: Record<Method, (...values: never[]) => void>,
  modules: readonly string[],
): void {
  const isAllowed = (message: unknown) =>
    typeof message === 'string' && modules.some((name) => message.startsWith(`[${name}]`))
  for (const method of METHODS) {
    const print = console[method].bind(console)
    console[method] = (...values: never[]) => {
      if (isAllowed(values[0])) print(...values)
    }
  }
}
