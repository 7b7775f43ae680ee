import { execFileSync, spawnSync } from 'node:child_process'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function findOnPath(): string | null {
  for (const name of NAMES) {
    const found = spawnSync('which', [name], { encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
  return null
}

/** Runs a command with its output shown; whether it worked. */
function tryCommand(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

function installFromDebian(): string | null {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return null
  const environment = ['DEBIAN_FRONTEND=noninteractive', 'apt-get']
  tryCommand('env', [...environment, 'update', '-qq'])
  tryCommand('env', [...environment, 'install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  return findOnPath()
}

/**
 * The browser for tests: CHROME_PATH, a Chromium on the PATH, Debian's package when root, else
 * Playwright's own (null: Playwright finds it by itself).
 */
export function findBrowser(): string | null {
  const known = process.env['CHROME_PATH'] ?? findOnPath() ?? installFromDebian()
  if (known) return known
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  return null
}
