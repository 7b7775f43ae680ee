import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeTemporaryFolder, runCommand } from '#tests/support/clean-clone.ts'

/**
 * Imports a content folder and starts the product with the documented commands; it stops after the test.
 * @returns the site URL, and a function that requests a path without following redirects
 */
export async function startOwnSite(content: string, settings: Record<string, string> = {}) {
  const dataDir = join(await makeTemporaryFolder('site'), 'data')
  const env = { ...settings, DATA_DIR: dataDir, SITE_PORT: '0', ADMIN_API_PORT: '0' }
  const importResult = spawnSync(
    process.execPath,
    ['scripts/admin-api/admin.ts', 'content', 'import', content],
    { env: { ...process.env, ...env }, encoding: 'utf8' },
  )
  expect(importResult.status, importResult.stderr).toBe(0)
  const command = runCommand(process.cwd(), [process.execPath, 'scripts/start.ts'], env)
  const [, site = ''] = await command.waitForOutput(/Site\s+(http:\S+)/)
  const read = async (path: string) => {
    const response = await fetch(site + path, { redirect: 'manual' })
    const { status, headers } = response
    return { status, location: headers.get('location'), text: await response.text() }
  }
  return { site, read }
}
