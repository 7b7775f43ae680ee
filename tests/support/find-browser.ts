import { execFileSync, spawnSync } from 'node:child_process'

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The same browser without windows, in which stories take little more than half the time. */
const SHELL = 'chromium-headless-shell'

function findOnPath(names: readonly string[]): string | null {
  for (const name of names) {
    const found = spawnSync('which', [name], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
  return null
}

/** Runs a command with its output shown; whether it worked. */
function tryCommand(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

function installFromDebian(): void {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return
  const environment = ['DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const install = [...environment, 'install', '-y', '-qq', '--no-install-recommends']
  tryCommand('env', [...environment, 'update', '-qq'])
  tryCommand('env', [...install, 'chromium'])
  // Not every Debian has it.
  tryCommand('env', [...install, SHELL])
}

export interface Browsers {
  /** What stories run in; null: Playwright finds its own. */
  stories: string | null
  /** The whole browser, for what the shell leaves out: pages that are kept in memory. */
  whole: string | null
}

/**
 * The browsers for tests: CHROME_PATH (with WHOLE_CHROME_PATH where that one leaves out much), a
 * Chromium on the PATH, Debian's packages when root, else Playwright's own.
 */
export function findBrowsers(): Browsers {
  const given = process.env['CHROME_PATH']
  if (given) return { stories: given, whole: process.env['WHOLE_CHROME_PATH'] ?? given }
  if (!findOnPath(WHOLE) || !findOnPath([SHELL])) installFromDebian()
  const whole = findOnPath(WHOLE)
  if (!whole) execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  return { stories: findOnPath([SHELL]) ?? whole, whole }
}
