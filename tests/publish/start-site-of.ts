import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeTemporaryFolder, runCommand } from '#tests/support/clean-clone.ts'

/**
 * Imports a content folder and starts the product with it, by the documented commands.
 * @returns its address, and a function that requests a path without following redirects; it ends with the test
 */
export async function startSiteOf(content: string, settings: Record<string, string> = {}) {
  const dataDir = join(await makeTemporaryFolder('site'), 'data')
  const env = { ...settings, DATA_DIR: dataDir, SITE_PORT: '0', ADMIN_API_PORT: '0' }
  const imported = spawnSync(
    process.execPath,
    ['scripts/admin-api/admin.ts', 'content', 'import', content],
    { env: { ...process.env, ...env }, encoding: 'utf8' },
  )
  expect(imported.status, imported.stderr).toBe(0)
  const command = runCommand(process.cwd(), [process.execPath, 'scripts/start.ts'], env)
  const [, site = ''] = await command.waitForOutput(/Site\s+(http:\S+)/)
  const read = async (path: string) => {
    const response = await fetch(site + path, { redirect: 'manual' })
    const { status, headers } = response
    return { status, location: headers.get('location'), text: await response.text() }
  }
  return { site, read }
}
