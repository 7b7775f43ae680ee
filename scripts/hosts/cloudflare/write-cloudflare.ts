import path from 'node:path'
import { build } from 'vite'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { getOwnHeaders, type HostedSite, type HostSettings } from '../hosted-site.ts'
import type { WorkerSite } from './worker.ts'

/** Limits of Cloudflare Pages. @see https://developers.cloudflare.com/pages/platform/limits/ */
const MAX_FILES = 20_000
const MAX_FILE_BYTES = 25 * 1024 * 1024
const MAX_WORKER_BYTES = 3 * 1024 * 1024
const MAX_RULES = 100
const MAX_LINE_LENGTH = 2000

/**
 * Writes the settings of Cloudflare Pages: a worker with the rules of our own server, and header rules
 * for folders whose files all have the same headers, which then bypass the worker.
 */
export async function writeCloudflare(site: HostedSite): Promise<HostSettings> {
  const folders = listPlainFolders(site)
  const worker = await bundleWorker(describeSite(site, folders))
  const routes = {
    version: 1,
    include: ['/*'],
    exclude: [...folders.keys()].map((name) => `${name}*`),
  }
  const rules = [...folders].map(([name, headers]) => [
    `${name}*`,
    ...Object.entries(headers).map(([header, value]) => `  ${header}: ${value}`),
    '',
  ])
  const files = new Map([
    ['_worker.js', worker],
    ['_routes.json', `${JSON.stringify(routes, null, 2)}\n`],
    ['_headers', rules.flat().join('\n')],
  ])
  return { files, notes: checkLimits(site, worker) }
}

/** Lists the headers of top-level folders of hashed assets, whose files all have the same headers. */
function listPlainFolders(site: HostedSite): Map<string, Record<string, string>> {
  const byFolder = Map.groupBy(
    site.manifest.files.values(),
    (file) => /^\/[^/]+\//.exec(file.path)?.[0] ?? '/',
  )
  const plain = [...byFolder].flatMap(([folder, files]): [string, Record<string, string>][] => {
    const described = files.map((file) => Object.fromEntries(getOwnHeaders(file, site)))
    const [first] = described
    const isPlain =
      folder !== '/' && new Set(described.map((own) => JSON.stringify(own))).size === 1
    const fits = Object.values(first ?? {}).every((value) => value.length < MAX_LINE_LENGTH)
    const isHashed = files.every(({ cacheClass }) => cacheClass === 'immutable')
    return first && isPlain && fits && isHashed ? [[folder, first]] : []
  })
  return new Map(plain.slice(0, MAX_RULES))
}

function describeSite(site: HostedSite, folders: ReadonlyMap<string, unknown>): WorkerSite {
  const policies: string[] = []
  const files: Record<string, string[]> = {}
  for (const { path: name, headers } of site.manifest.files.values()) {
    if ([...folders.keys()].some((folder) => name.startsWith(folder))) continue
    const policy = headers['content-security-policy']
    if (policy !== undefined && !policies.includes(policy)) policies.push(policy)
    const index = policy === undefined ? -1 : policies.indexOf(policy)
    ;(files[index] ??= []).push(name)
  }
  return { https: site.https, policies, files }
}

const ENTRY = 'virtual:worker'

/** Bundles the worker into a single module, as the platform requires. */
async function bundleWorker(data: WorkerSite): Promise<string> {
  const worker = path.join(import.meta.dirname, 'worker.ts')
  const entry = `import { createWorker } from ${JSON.stringify(worker)}
export default createWorker(${JSON.stringify(data)})`
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { 'process.env.SITE_LOCALES': JSON.stringify(SITE_LOCALES.join(',')) },
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'worker-entry',
        resolveId: (id) => (id === ENTRY ? ENTRY : undefined),
        load: (id) => (id === ENTRY ? entry : undefined),
      },
    ],
    build: {
      ssr: true,
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: { input: ENTRY, treeshake: { moduleSideEffects: false } },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []))
  const chunk = chunks.find((part) => part.type === 'chunk')
  if (!chunk || chunks.length !== 1) throw new Error('The worker was not bundled into one module.')
  // Checks the code, because the import list of the bundler includes removed imports.
  const [builtin] = /["'`]node:[a-z/]+["'`]/.exec(chunk.code) ?? []
  if (builtin)
    throw new Error(`The worker imports ${builtin}, which the platform does not support.`)
  return chunk.code
}

function checkLimits({ manifest }: HostedSite, worker: string): string[] {
  const { size: count } = manifest.files
  const large = [...manifest.files.values()].filter(({ size }) => size > MAX_FILE_BYTES)
  return [
    ...(count > MAX_FILES
      ? [`${count} files: the free plan allows ${MAX_FILES}; paid plans allow more.`]
      : []),
    ...large.map(({ path: name }) => `${name} is larger than 25 MiB: host it elsewhere.`),
    ...(worker.length > MAX_WORKER_BYTES
      ? [`The worker is ${worker.length} bytes: check the limit of your plan.`]
      : []),
  ]
}
