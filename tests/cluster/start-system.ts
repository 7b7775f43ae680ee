import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadSandboxKeys } from '#scripts/admin-api/providers/payment/sandbox/sandbox.ts'
import type { DatabaseAddress } from '#scripts/lib/db/engines/engine.ts'
import { endProcess } from '../support/end-process.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { startObjectStore } from '../support/object-store/start-object-store.ts'
import { FIRST_DATABASE, startCluster } from '../support/postgres/start-cluster.ts'
import { writeBalancer } from './write-balancer.ts'

/** A process of an installation. */
interface Member {
  readonly name: string
  /** URL of its site, without the load balancer. */
  readonly url: string
  readonly metricsUrl: string
  readonly dataDir: string
  /** Starts the process (again); resolves when it is ready. */
  start(): Promise<void>
  /** Kills the process or stops it gracefully. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** An installation of several processes with their shared services. */
export interface System extends AsyncDisposable {
  /** URL of the load balancer. */
  url: string
  members: readonly Member[]
  /** Makes nginx send requests to these processes only. */
  sendTo(members: readonly Member[]): void
  /** Restarts a process as in a rolling upgrade: nginx takes it out of rotation until it is ready. */
  restart(member: Member): Promise<void>
  /** Kills the database server and starts it again. */
  crashDatabase(): Promise<void>
  database: DatabaseAddress
  /** Environment variables for commands on the installation. */
  environment: NodeJS.ProcessEnv
  stop(): Promise<void>
}

const PROJECT = path.resolve(import.meta.dirname, '../..')
const READY_WITHIN_MS = 1_200_000

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3000) })).ok
  } catch {
    return false
  }
}

async function waitUntilReady(url: string, child: ChildProcess, name: string): Promise<void> {
  const from = performance.now()
  while (!(await isReady(url))) {
    const end = child.exitCode ?? child.signalCode
    if (end !== null) throw new Error(`${name} has ended with ${end}`)
    if (performance.now() - from > READY_WITHIN_MS) throw new Error(`${name} is not ready`)
    await sleep(100)
  }
}

interface Places {
  folder: string
  shared: NodeJS.ProcessEnv
  siteUrl: string
}

async function addMember(name: string, { folder, shared, siteUrl }: Places): Promise<Member> {
  const dataDir = path.join(folder, name)
  mkdirSync(dataDir)
  const [site, api, metrics] = await Promise.all([findFreePort(), findFreePort(), findFreePort()])
  const environment = {
    ...shared,
    DATA_DIR: dataDir,
    SITE_URL: siteUrl,
    SITE_PORT: String(site),
    ADMIN_API_PORT: String(api),
    METRICS_PORT: String(metrics),
  }
  const url = `http://127.0.0.1:${site}`
  let child: ChildProcess | undefined
  return {
    name,
    url,
    metricsUrl: `http://127.0.0.1:${metrics}/metrics`,
    dataDir,
    async start() {
      const output = createWriteStream(path.join(folder, `${name}.log`), { flags: 'a' })
      await once(output, 'open')
      child = spawn(process.execPath, ['scripts/start.ts'], {
        cwd: PROJECT,
        env: environment,
        stdio: ['ignore', output, output],
      })
      await waitUntilReady(url, child, name).catch(async (error: unknown) => {
        const lines = await readFile(path.join(folder, `${name}.log`), 'utf8')
        throw new Error(`${String(error)}\n${lines.slice(-2000)}`, { cause: error })
      })
    },
    async end(signal) {
      if (child) await endProcess(child, signal)
    },
  }
}

/** Copies the sandbox keys of the first process: each data folder would generate its own. */
function shareKeys(first: string, dataDir: string): void {
  loadSandboxKeys(first)
  if (dataDir === first) return
  copyFileSync(path.join(first, 'sandbox-pay.pem'), path.join(dataDir, 'sandbox-pay.pem'))
}

/**
 * Starts an installation of several processes on this machine, in a temporary folder: PostgreSQL, an
 * S3-compatible store, the processes, and nginx in front of them.
 * @throws Error if PostgreSQL or nginx is not installed
 */
export async function startSystem(
  count: number,
  report: (line: string) => void = () => {},
): Promise<System> {
  const folder = mkdtempSync(path.join(tmpdir(), 'entracte-cluster-'))
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  try {
    report('PostgreSQL')
    const cluster = await startCluster()
    stops.push(cluster.stop)
    const databaseUrl = cluster.getUrl(FIRST_DATABASE)
    report('an S3-compatible store')
    const store = await startObjectStore()
    stops.push(store.close)
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const shared: NodeJS.ProcessEnv = {
      ...process.env,
      ...store.environment,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      STORAGE_URL: store.url,
      APP_SECRET: 'a secret that all processes of the demo share',
      CONTENT_WEBHOOK_SECRET: 'a-secret-of-webhooks-that-all-processes-share',
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'info',
    }
    const members: Member[] = []
    stops.push(() => Promise.all(members.map((member) => member.end('SIGTERM'))))
    // The first process creates the tables and imports the demo. Ports are chosen just before each start:
    // an outgoing connection could take one meanwhile.
    for (let number = 1; number <= count; number += 1) {
      const member = await addMember(`process-${number}`, { folder, shared, siteUrl: url })
      members.push(member)
      shareKeys(members[0]?.dataDir ?? member.dataDir, member.dataDir)
      report(member.name)
      await member.start()
    }
    report('nginx')
    const file = path.join(folder, 'nginx.conf')
    const configure = (up: readonly Member[]) => {
      const states = members.map((one) => ({ url: one.url, isDown: !up.includes(one) }))
      writeFileSync(file, writeBalancer({ folder, port, members: states }))
    }
    configure(members)
    const balancer = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'inherit' })
    await once(balancer, 'spawn')
    stops.push(() => endProcess(balancer, 'SIGQUIT'))
    await waitUntilReady(url, balancer, 'nginx')
    const sendTo = (up: readonly Member[]) => {
      configure(up)
      balancer.kill('SIGHUP')
    }
    const restart = async (member: Member) => {
      sendTo(members.filter((one) => one !== member))
      await member.end('SIGTERM')
      await member.start()
      sendTo(members)
    }
    return {
      url,
      members,
      sendTo,
      restart,
      crashDatabase: cluster.crash,
      database: { kind: 'server', url: databaseUrl, maxConnections: 2 },
      environment: shared,
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
