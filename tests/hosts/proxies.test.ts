import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { findNginx } from './nginx-server.ts'
import { isInstalled, requestPage, startCaddyProxy, startNginxProxy } from './tls-proxy.ts'

const { site } = inject('stack')

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proxy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A path of every route in both languages. */
const PAGES = SITE_LOCALES.flatMap((locale) =>
  ROUTES.map(
    ({ path: route, item }) => localizePath(route, locale) + (item === 'required' ? '?id=1' : ''),
  ),
)

const nginx = findNginx()
const PROXIES = [
  {
    name: 'nginx',
    isAvailable: nginx !== null,
    start: (folder: string) => startNginxProxy(nginx?.program ?? '', site, { folder }),
  },
  {
    name: 'caddy',
    isAvailable: isInstalled('caddy'),
    start: (folder: string) => startCaddyProxy(site, folder),
  },
]

describe.each(PROXIES)('$name with the shipped configuration', ({ isAvailable, start }) => {
  test.skipIf(!isAvailable)('forwards every route and limits request bodies', async () => {
    const proxy = await start(await makeFolder())
    try {
      for (const page of PAGES) {
        const direct = await fetch(site + page)
        await direct.arrayBuffer()
        const { status, headers } = await requestPage(proxy.url, page)
        expect([page, status]).toEqual([page, direct.status])
        expect(headers['content-security-policy']).toBe(
          direct.headers.get('content-security-policy') ?? undefined,
        )
      }
      const body = Buffer.alloc(256 * 1024, ' ')
      const login = await requestPage(proxy.url, '/api/user/login', { method: 'POST', body })
      expect(login.status).toBe(413)
      // The response is the site's own envelope, not an error page of the proxy.
      expect(JSON.parse(login.text)).toMatchObject({ code: 413, data: null })
      // An own admin API may receive uploads there.
      const upload = await requestPage(proxy.url, '/api/upload', { method: 'POST' })
      expect(upload.status).toBe((await fetch(`${site}/api/upload`, { method: 'POST' })).status)
    } finally {
      await proxy.close()
    }
  })
})
