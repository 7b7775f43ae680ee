import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import type { RunningAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createConfig, createTemporaryFolder, FIXTURE } from '#tests/support/admin-api.ts'
import { startApiProcess } from '#tests/support/start-api-process.ts'

const script = (name: string) =>
  fileURLToPath(new URL(`../../scripts/admin-api/${name}`, import.meta.url))

function run(name: string, args: string[], dataDir: string): ChildProcess {
  return spawn(process.execPath, [script(name), ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      ADMIN_API_PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function waitForExit(child: ChildProcess) {
  const errors: string[] = []
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)))
  const [code] = await once(child, 'exit')
  return { code, errors: errors.join('') }
}

/** Starts the server on the fixture content as a separate process. */
async function startProcess(dataDir: string) {
  await waitForExit(run('admin.ts', ['content', 'import', FIXTURE], dataDir))
  return startApiProcess({ DATA_DIR: dataDir })
}

describe('running server', () => {
  const folder = createTemporaryFolder()
  let api: RunningAdminApi
  beforeAll(async () => {
    api = await startAdminApi(createConfig(folder.path), {
      logger: SILENT_LOGGER,
      contentDir: FIXTURE,
    })
  })
  afterAll(async () => {
    await api.close()
    folder[Symbol.dispose]()
  })

  async function readInit() {
    const response = await fetch(`${api.url}/api/index/init`)
    const body: {
      data: { viewurl: string; site: Record<string, string> & { share_image: { url: string } } }
    } = await response.json()
    return body.data
  }

  test('reports health and readiness', async () => {
    expect(await (await fetch(`${api.url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${api.url}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { running: 'ok', database: 'ok', migrations: 'ok', disk: 'ok' },
      content_version: expect.stringMatching(/^[0-9a-f]{32}$/),
      next_change_at: expect.stringMatching(/^\d{4}-.*\+08:00$/),
    })
  })

  test('serves media as immutable, with ranges and ETags', async () => {
    const { viewurl, site } = await readInit()
    const url = `${api.url}${viewurl}${site.share_image.url}`
    const whole = await fetch(url)
    expect(whole.headers.get('content-type')).toBe('image/jpeg')
    expect(whole.headers.get('cache-control')).toContain('immutable')
    const bytes = new Uint8Array(await whole.arrayBuffer())
    const part = await fetch(url, { headers: { range: 'bytes=-5' } })
    expect(part.status).toBe(206)
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(-5))
    const beyond = await fetch(url, { headers: { range: 'bytes=99999999-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ])
    // fetch() would send `no-cache` with the validator.
    const etag = whole.headers.get('etag') ?? ''
    const [again] = await once(get(url, { headers: { 'if-none-match': etag } }), 'response')
    again.resume()
    expect(again.statusCode).toBe(304)
  })

  test('serves legal files with their own CSP', async () => {
    const { site } = await readInit()
    const response = await fetch(`${api.url}${site['user_agreement_file']}`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("style-src 'unsafe-inline'")
    expect(await response.text()).toContain('agreement')
  })

  test.each([
    '/media/..%2fentracte.db',
    '/media/unknown.jpg',
    '/files/..%2f..%2fpackage.json',
    '/files/',
  ])('responds with 404 to %s', async (path) => {
    const response = await fetch(`${api.url}${path}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 404 })
  })

  test('rejects a body over 64 KiB before reading it', async () => {
    const response = await fetch(`${api.url}/api/perform/calendar`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(1_000_000),
    }).catch(() => null)
    // The response may be lost, because the connection closes while the body is being sent.
    if (response) expect(response.status).toBe(413)
  })

  test('reports that its port is in use', async () => {
    using other = createTemporaryFolder()
    const port = Number(new URL(api.url).port)
    const start = startAdminApi(
      { ...createConfig(other.path), port },
      { logger: SILENT_LOGGER, contentDir: FIXTURE },
    )
    await expect(start).rejects.toThrow(`Port ${port} is in use`)
  })
})

describe('server process', () => {
  test('prevents a second one from using its data folder', async () => {
    using folder = createTemporaryFolder()
    const { child } = await startProcess(folder.path)
    try {
      const { code, errors } = await waitForExit(run('main.ts', [], folder.path))
      expect(code).toBe(1)
      expect(errors).toContain(`in use by process ${child.pid}`)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    // The lock is released when its process dies.
    const next = await startApiProcess({ DATA_DIR: folder.path })
    next.child.kill('SIGTERM')
    expect(await waitForExit(next.child)).toMatchObject({ code: 0 })
  })

  test('serves content imported by a command, and finishes pending requests when stopped', async () => {
    using folder = createTemporaryFolder()
    const { child, url } = await startProcess(folder.path)
    const imported = await waitForExit(run('admin.ts', ['content', 'import', FIXTURE], folder.path))
    expect(imported).toMatchObject({ code: 0 })
    expect((await fetch(`${url}/api/index/banner`)).status).toBe(200)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const body = '{"month":"2027-05"}'
    socket.write(
      'POST /api/perform/calendar HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
        `content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    )
    await once(socket, 'connect')
    await new Promise((done) => setTimeout(done, 100))
    const exited = waitForExit(child)
    child.kill('SIGTERM')
    await expect.poll(() => fetch(`${url}/healthz`).catch(() => 'refused')).toBe('refused')
    const received: string[] = []
    socket.on('data', (chunk) => received.push(String(chunk)))
    socket.write(body.slice(5))
    await once(socket, 'end')
    expect(received.join('')).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(received.join('').toLowerCase()).toContain('connection: close')
    expect(await exited).toMatchObject({ code: 0 })
  })
})
