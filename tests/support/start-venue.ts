import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNginx } from '#tests/hosts/nginx-server.ts'
import { startNginxProxy } from '#tests/hosts/tls-proxy.ts'
import { SHARED_CACHE } from './clean-clone.ts'
import { copyProject } from './copy-project.ts'
import { startAlipay } from './alipay/start-alipay.ts'
import { endProcess } from './end-process.ts'
import { findFreePort } from './find-free-port.ts'
import {
  createAlipayPayer,
  createStripePayer,
  createWechatPayer,
  VENUE_METHODS,
  type Payer,
  type VenueMethod,
} from './payers.ts'
import { startAliyun } from './sms/start-aliyun.ts'
import { startStripe } from './stripe/start-stripe.ts'
import { startWechatPay } from './wechat-pay/start-wechat-pay.ts'

/**
 * Starts a venue in production behind nginx with TLS, with fake payment and SMS providers.
 */
export async function startVenue() {
  const nginx = findNginx()
  if (!nginx) throw new Error('nginx is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'entracte-venue-'))
  // Not the checkout: in production, its .env would be read, with the database of an installation.
  const clone = await copyProject()
  const [wechat, alipay, stripe, aliyun] = await Promise.all([
    startWechatPay(Date.now),
    startAlipay(Date.now),
    startStripe(Date.now),
    startAliyun(Date.now),
  ])
  const securePort = await findFreePort()
  const url = `https://localhost:${securePort}`
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    ASTRO_TELEMETRY_DISABLED: '1',
    ...SHARED_CACHE,
    NODE_ENV: 'production',
    DATA_DIR: join(folder, 'data'),
    TRUSTED_PROXIES: '1',
    SITE_PORT: String(await findFreePort()),
    ADMIN_API_PORT: '0',
    SMS_PER_HOUR: '10000',
    ...wechat.settings,
    ...alipay.settings,
    ...stripe.settings,
    ...aliyun.settings,
    PAYMENT_PROVIDER: VENUE_METHODS.join(','),
    MESSENGER: 'aliyun',
    SITE_URL: url,
  }
  const site = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: clone,
    env,
    stdio: 'pipe',
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (text: Buffer) => {
      output += text
      if (/Site\s+https:/.test(output)) resolve()
    }
    site.stdout.on('data', read)
    site.stderr.on('data', read)
    site.on('close', () => reject(new Error(`the site has not started:\n${output}`)))
  })
  const proxy = await startNginxProxy(nginx.program, `http://127.0.0.1:${env.SITE_PORT}`, {
    folder,
    securePort,
  })

  const run = (script: string, ...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        'npm',
        ['run', '--silent', script, '--', ...args],
        { cwd: clone, env },
        (error, out, err) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: out + err }),
      )
    })

  return {
    /** The public URL; `proxy` is the same by IP address. */
    url,
    proxy: proxy.url,
    payers: {
      wechat: createWechatPayer(wechat, proxy.url),
      alipay: createAlipayPayer(alipay, proxy.url),
      stripe: createStripePayer(stripe, proxy.url),
    } satisfies Record<VenueMethod, Payer>,
    /** The newest code sent to a phone. */
    readSentCode(mobile: string): string {
      const code = /\d{6}/.exec(aliyun.sent.findLast(({ to }) => to === mobile)?.text ?? '')?.[0]
      if (code === undefined) throw new Error(`no code was sent to ${mobile}`)
      return code
    },
    run,
    runAdmin: (...words: string[]) => run('admin', ...words),
    async close(): Promise<void> {
      await proxy.close()
      await endProcess(site, 'SIGTERM')
      await Promise.all([wechat, alipay, stripe, aliyun].map((one) => one.close()))
      await Promise.all(
        [folder, clone].map((one) => rm(one, { recursive: true, force: true, maxRetries: 5 })),
      )
    },
  }
}
export type Venue = Awaited<ReturnType<typeof startVenue>>
