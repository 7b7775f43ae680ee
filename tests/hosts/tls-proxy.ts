import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import https from 'node:https'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { endProcess } from '#tests/support/end-process.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { writeNginxConfig } from '#tests/support/nginx-config.ts'

/** A TLS proxy with a shipped configuration, in front of a running site. */
export interface TlsProxy {
  url: string
  close(): Promise<void>
}

/** Whether a program is installed. */
export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined

interface PageResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Requests a page over TLS without certificate checks: the test certificate is self-signed. */
export function requestPage(
  base: string,
  target: string,
  {
    method = 'GET',
    body = '',
    headers = {},
  }: { method?: string; body?: string | Buffer; headers?: Record<string, string> } = {},
): Promise<PageResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<PageResponse>()
  const { hostname, port } = new URL(base)
  const host = { hostname, port, path: target, rejectUnauthorized: false, agent: false }
  const request = https.request({ ...host, method, headers }, (response) => {
    const { statusCode: status = 0 } = response
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => (text += part))
    response.on('end', () => resolve({ status, headers: response.headers, text }))
  })
  // A proxy may close the connection as soon as it has refused a body.
  request.on('error', reject)
  request.end(body)
  return promise
}

/** Applies an operator's replacements to a shipped configuration; each must occur. */
function adapt(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((adapted, [from, to]) => {
    expect(adapted, `the shipped configuration names ${from}`).toContain(from)
    return adapted.replaceAll(from, to)
  }, text)
}

async function run(program: string, args: string[], url: string, env = {}): Promise<TlsProxy> {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  // Unlike `expect.poll`, it also works in hooks.
  await vi.waitFor(async () => expect(await requestPage(url, '/')).toMatchObject({ status: 200 }), {
    timeout: 60_000,
  })
  return { url, close: () => endProcess(child, 'SIGTERM') }
}

/** Starts nginx with the shipped proxy configuration and default buffer sizes. */
export async function startNginxProxy(
  program: string,
  site: string,
  { folder, securePort }: { folder: string; securePort?: number },
): Promise<TlsProxy> {
  const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => path.join(folder, name))
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost']
  const files = ['-keyout', String(key), '-out', String(certificate), '-days', '1']
  execFileSync('openssl', [...request, ...files], { stdio: 'ignore' })
  const [plain, secure] = [await findFreePort(), securePort ?? (await findFreePort())]
  const shipped = await readFile('deploy/nginx-proxy.conf', 'utf8')
  const settings = adapt(shipped.replaceAll(/^ *listen \[::\].*\n/gm, ''), {
    '127.0.0.1:4321': new URL(site).host,
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${secure} ssl http2;`,
    '/etc/letsencrypt/live/www.example.org/fullchain.pem': String(certificate),
    '/etc/letsencrypt/live/www.example.org/privkey.pem': String(key),
    'www.example.org': 'localhost',
  })
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, writeNginxConfig(folder, [settings]))
  return run(program, ['-c', file], `https://127.0.0.1:${secure}`)
}

/** Starts Caddy with the shipped configuration and a certificate of its internal CA. */
export async function startCaddyProxy(site: string, folder: string): Promise<TlsProxy> {
  const port = await findFreePort()
  const shipped = await readFile('deploy/Caddyfile', 'utf8')
  const settings = adapt(shipped, {
    '127.0.0.1:4321': new URL(site).host,
    'www.example.org {': `https://127.0.0.1:${port} {\n  tls internal`,
    // Keeps Caddy from using the machine's trust store and standard ports.
    '{\n  servers {':
      '{\n  admin off\n  auto_https disable_redirects\n  skip_install_trust\n  servers {',
  })
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, settings)
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  return run('caddy', args, `https://127.0.0.1:${port}`, { XDG_DATA_HOME: folder, HOME: folder })
}
