import { join } from 'node:path'
import { makeTemporaryFolder, runCommand } from '#tests/support/clean-clone.ts'

/**
 * Starts the product with a content folder, as documented; it stops after the test.
 * @returns the site URL, and a function that requests a path without following redirects
 */
export async function startOwnSite(content: string, settings: Record<string, string> = {}) {
  const command = runCommand(process.cwd(), [process.execPath, 'scripts/start.ts'], {
    ...settings,
    CONTENT_DIR: content,
    DATA_DIR: join(await makeTemporaryFolder('site'), 'data'),
    SITE_PORT: '0',
    ADMIN_API_PORT: '0',
  })
  const [, site = ''] = await command.waitForOutput(/Site\s+(http:\S+)/)
  const read = async (path: string) => {
    const response = await fetch(site + path, { redirect: 'manual' })
    const { status, headers } = response
    return { status, location: headers.get('location'), text: await response.text() }
  }
  return { site, read }
}
