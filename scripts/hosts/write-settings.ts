// Writes how another host serves a built folder: `npm run hosts -- nginx|netlify|cloudflare [FOLDER]`.
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { readConfig } from '../lib/read-config.ts'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'
import { compressFiles } from './compress-files.ts'
import { writeCloudflare } from './cloudflare/write-cloudflare.ts'
import { readHostedSite, type HostedSite } from './hosted-site.ts'
import { writeNetlify } from './netlify/write-netlify.ts'
import { writeExample } from './nginx/example.ts'
import { writeNginx } from './nginx/write-nginx.ts'

const USAGE = `npm run hosts -- HOST [FOLDER] [options]

HOST is nginx, netlify or cloudflare; FOLDER is the built site (dist).
  --root DIR       nginx: where the folder lies on its machine (default: FOLDER)
  --settings DIR   nginx: where the settings are written (default: FOLDER.nginx)
  --hooks URL      nginx: the process that takes webhooks of content
  --no-brotli      nginx: its module for brotli is not there
  --behind-proxy   nginx: a proxy in front ends https and says who calls`

const ConfigSchema = v.object({
  SITE_URL: v.optional(v.string(), 'http://127.0.0.1:4321'),
  ADMIN_API_URL: v.optional(v.string()),
})

const { positionals, values } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    root: { type: 'string' },
    settings: { type: 'string' },
    hooks: { type: 'string' },
    brotli: { type: 'boolean', default: true },
    'behind-proxy': { type: 'boolean', default: false },
  },
})
const [host, folder = 'dist'] = positionals

async function writeAll(target: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of files) await writeFileAtomically(path.join(target, name), text)
  console.log(`${[...files.keys()].filter((name) => !name.includes('/')).join(', ')} in ${target}`)
}

async function setUpNginx(site: HostedSite): Promise<void> {
  const settings = path.resolve(values.settings ?? `${site.folder}.nginx`)
  const root = values.root ?? site.folder
  const { brotli } = values
  const files = writeNginx(site, { root, settings, brotli, behindProxy: values['behind-proxy'] })
  const serverName = new URL(readConfig(ConfigSchema).SITE_URL).hostname
  const example = writeExample({ settings, serverName, https: site.https })
  await writeAll(settings, new Map([...files, ['nginx.conf', example]]))
  const made = await compressFiles([...site.manifest.files.values()], {
    atOnce: availableParallelism(),
    quality: 11,
  })
  console.log(`${made} compressed variants made beside the files`)
}

async function setUp(name: string | undefined): Promise<void> {
  const config = readConfig(ConfigSchema)
  const addresses = {
    siteUrl: config.SITE_URL,
    apiUrl: config.ADMIN_API_URL,
    hooksUrl: values.hooks,
  }
  const read = () => readHostedSite(folder, addresses)
  switch (name) {
    case 'nginx':
      return setUpNginx(await read())
    case 'netlify':
    case 'cloudflare': {
      const site = await read()
      const written = name === 'netlify' ? writeNetlify(site) : await writeCloudflare(site)
      await writeAll(site.folder, written.files)
      for (const note of written.notes) console.warn(`note: ${note}`)
      return
    }
    default:
      console.error(USAGE)
      process.exitCode = 2
  }
}

await setUp(host)
