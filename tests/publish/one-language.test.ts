import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { FIXTURE } from '#tests/support/admin-api.ts'
import { makeTemporaryFolder, runCommand } from '#tests/support/clean-clone.ts'

test(
  'a site in one language has no prefix, no language switch and no alternates',
  { timeout: 300_000 },
  async () => {
    const dataDir = join(await makeTemporaryFolder('one-language'), 'data')
    const env = { DATA_DIR: dataDir, SITE_PORT: '0', ADMIN_API_PORT: '0', SITE_LOCALES: 'en' }
    const imported = spawnSync(
      process.execPath,
      ['scripts/admin-api/admin.ts', 'content', 'import', FIXTURE],
      { env: { ...process.env, ...env }, encoding: 'utf8' },
    )
    expect(imported.status, imported.stderr).toBe(0)
    const start = runCommand(process.cwd(), [process.execPath, 'scripts/start.ts'], env)
    const [, site = ''] = await start.waitForOutput(/Site\s+(http:\S+)/)
    const read = async (path: string) => {
      const response = await fetch(site + path, { redirect: 'manual' })
      const { status, headers } = response
      return { status, location: headers.get('location'), text: await response.text() }
    }

    for (const path of ['/', '/course/home', '/login', '/search/search', '/404']) {
      const root = parse((await read(path)).text)
      expect(root.querySelector('html')?.getAttribute('lang'), path).toBe('en')
      const links = root.querySelectorAll('[data-language], link[hreflang]')
      expect(links.map(String), path).toEqual([])
      expect(root.toString(), path).not.toMatch(/href="\/en[/"]/)
    }
    expect(await read('/en/course/home')).toMatchObject({ status: 301, location: '/course/home' })
    expect((await read('/zh-cn/course/home')).status).toBe(404)
    const { text: sitemap } = await read('/sitemap.xml')
    expect(sitemap).toContain('/course/home')
    expect(sitemap).not.toMatch(/\/en\/|hreflang/)
    start.kill()
  },
)
