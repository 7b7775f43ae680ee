type Voice = 'log' | 'info' | 'debug' | 'warn' | 'error'
const VOICES: readonly Voice[] = ['log', 'info', 'debug', 'warn', 'error']

/**
 * Silences the console but for messages of the modules that are named, as `[init] …`. What the browser
 * itself reports, uncaught errors among them, does not come this way.
 */
export function quietConsole(console: Pick<Console, Voice>, modules: readonly string[]): void {
  const isAllowed = (said: unknown) =>
    typeof said === 'string' && modules.some((name) => said.startsWith(`[${name}]`))
  for (const voice of VOICES) {
    const speak = console[voice].bind(console)
    console[voice] = (...words: unknown[]) => {
      if (isAllowed(words[0])) speak(...words)
    }
  }
}
