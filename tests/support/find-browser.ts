import { execFileSync, spawnSync } from 'node:child_process'
import { findProgram } from './find-program.ts'

const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The headless shell of the same browser: e2e tests take little more than half the time. */
const SHELL = 'chromium-headless-shell'

/** Runs a command, passing its output through. @returns whether it succeeded */
function tryCommand(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

function installFromDebian(): void {
  if (process.getuid?.() !== 0 || findProgram('apt-get') === null) return
  const environment = ['DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const install = [...environment, 'install', '-y', '-qq', '--no-install-recommends']
  tryCommand('env', [...environment, 'update', '-qq'])
  tryCommand('env', [...install, 'chromium'])
  // Not every Debian release has this package.
  tryCommand('env', [...install, SHELL])
}

export interface Browsers {
  /** The browser for e2e tests; null for Playwright's own. */
  forTests: string | null
  /** The full browser, for features that the headless shell lacks, such as the back/forward cache. */
  full: string | null
}

/**
 * Finds the browsers for tests: CHROME_PATH (and WHOLE_CHROME_PATH if that is a headless shell), a Chromium on
 * the PATH, Debian's packages when root, else Playwright's own.
 */
export function findBrowsers(): Browsers {
  const configured = process.env['CHROME_PATH']
  if (configured) {
    return { forTests: configured, full: process.env['WHOLE_CHROME_PATH'] ?? configured }
  }
  if (!findProgram(...FULL_BROWSERS) || !findProgram(SHELL)) installFromDebian()
  const full = findProgram(...FULL_BROWSERS)
  if (!full) execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  return { forTests: findProgram(SHELL) ?? full, full }
}
