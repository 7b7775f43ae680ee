import { expect, onTestFinished, test } from 'vitest'
import { findNginx } from '#tests/hosts/nginx-server.ts'
import { requestPage, startNginxProxy } from '#tests/hosts/tls-proxy.ts'
import {
  SHARED_CACHE,
  makeCleanClone,
  makeTemporaryFolder,
  runCommand,
} from '#tests/support/clean-clone.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'

const nginx = findNginx()

/** Size of response headers in bytes, as HTTP/1.1 sends them. */
const countHeaderBytes = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.entries(headers)
    .flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}\r\n`))
    .reduce((sum, line) => sum + Buffer.byteLength(line), 0)

test.skipIf(!nginx)(
  'an operator runs the site behind nginx, backs it up and restores it',
  async () => {
    // Not the checkout: in production, its .env would be read, with the database of an installation.
    const clone = await makeCleanClone()
    const data = await makeTemporaryFolder('entracte-data')
    const backup = await makeTemporaryFolder('entracte-backup')
    const securePort = await findFreePort()
    const url = `https://localhost:${securePort}`
    const env = {
      ...SHARED_CACHE,
      NODE_ENV: 'production',
      DATA_DIR: data,
      CONTENT_DIR: 'tests/fixtures/content',
      SITE_URL: url,
      TRUSTED_PROXIES: '1',
      SITE_PORT: String(await findFreePort()),
      ADMIN_API_PORT: '0',
    }
    async function start() {
      const site = runCommand(clone, ['node_modules/.bin/node', 'scripts/start.ts'], env)
      await site.waitForOutput(/Site\s+https:/)
      return site
    }
    async function run(...words: [string, ...string[]]) {
      const command = runCommand(clone, ['npm', 'run', ...words], env)
      expect([await command.exited, command.output()]).toEqual([0, expect.anything()])
      return command.output()
    }

    let site = await start()
    const upstream = `http://127.0.0.1:${env.SITE_PORT}`
    const proxy = await startNginxProxy(nginx?.program ?? '', upstream, {
      folder: await makeTemporaryFolder('entracte-nginx'),
      securePort,
    })
    onTestFinished(() => proxy.close())

    for (const [path, lang] of [
      ['/', 'zh-CN'],
      ['/en', 'en'],
      ['/en/drama/detail?id=1', 'en'],
    ] as const) {
      const { status, headers, text } = await requestPage(proxy.url, path)
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain(`<html lang="${lang}"`)
      expect(text).toContain(`<link rel="canonical" href="${url}`)
      expect(headers['strict-transport-security']).toMatch(/^max-age=\d+$/)
      expect(countHeaderBytes(headers)).toBeLessThan(2048)
    }
    // Development-only pages do not exist in production.
    expect((await requestPage(proxy.url, '/outbox')).status).toBe(404)
    expect((await requestPage(proxy.url, '/readyz')).status).toBe(200)
    expect(await run('publish:status')).toContain('live')

    await run('admin', '--', 'backup', backup)
    process.kill(-site.pid, 'SIGTERM')
    await site.exited
    const restarting = await requestPage(proxy.url, '/')
    expect([restarting.status, restarting.text]).toEqual([
      502,
      expect.stringContaining('The site is restarting'),
    ])

    await run('admin', '--', 'restore', backup, '--replace', '--yes')
    site = await start()
    expect((await requestPage(proxy.url, '/en')).status).toBe(200)
  },
)
