// Writes host settings for a built folder: `npm run hosts -- nginx|netlify|cloudflare [FOLDER]`.
// Must be the first import, because `i18n/locales.ts` reads a setting when it loads.
import '../lib/env-file.ts'
import path from 'node:path'
import { Argument } from '@commander-js/extra-typings'
import { createProgram, runMain } from '../lib/command-line/create-program.ts'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'
import { readSiteConfig } from '../serve/config.ts'
import { compressFiles } from './compress-files.ts'
import { writeCloudflare } from './cloudflare/write-cloudflare.ts'
import { readHostedSite, type HostedSite } from './hosted-site.ts'
import { writeNetlify } from './netlify/write-netlify.ts'
import { writeExample } from './nginx/example.ts'
import { writeNginx, type NginxOptions } from './nginx/write-nginx.ts'

async function writeAll(target: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of files) await writeFileAtomically(path.join(target, name), text)
  console.log(`${[...files.keys()].filter((name) => !name.includes('/')).join(', ')} in ${target}`)
}

async function setUpNginx(site: HostedSite, options: NginxOptions): Promise<void> {
  const { settings } = options
  const files = writeNginx(site, options)
  const serverName = new URL(readSiteConfig().siteUrl).hostname
  const example = writeExample({ settings, serverName, https: site.https !== false })
  await writeAll(settings, new Map([...files, ['nginx.conf', example]]))
  const count = await compressFiles([...site.manifest.files.values()])
  console.log(`${count} compressed variants written next to the files`)
}

const program = createProgram(
  'npm run hosts --',
  'Writes the settings of another host for a built folder.',
)
  .addArgument(
    new Argument('<host>', 'the host').choices(['nginx', 'netlify', 'cloudflare'] as const),
  )
  .argument('[folder]', 'the built site', 'dist')
  .option('--root <dir>', 'nginx: path of the folder on its machine (default: folder)')
  .option('--settings <dir>', 'nginx: output folder of the settings (default: folder.nginx)')
  .option('--hooks <url>', 'nginx: address of the process that receives content webhooks')
  .option(
    '--ca <file>',
    'nginx: trusted authorities for an API with https, on its machine',
    '/etc/ssl/certs/ca-certificates.crt',
  )
  .option('--no-brotli', 'nginx: without its brotli module')
  .option(
    '--behind-proxy',
    'nginx: a proxy in front terminates https and forwards client addresses',
    false,
  )
  .action(async (host, folder, { root, settings, hooks, ca, brotli, behindProxy }) => {
    const { https, adminApiUrl: apiUrl } = readSiteConfig()
    const site = await readHostedSite(folder, { https, apiUrl, hooksUrl: hooks })
    // The worker of Cloudflare reads the address from its own environment.
    if (apiUrl === undefined && host !== 'cloudflare') {
      console.warn('note: ADMIN_API_URL is not set: /api is not proxied.')
    }
    if (host === 'nginx') {
      return setUpNginx(site, {
        root: root ?? site.folder,
        settings: path.resolve(settings ?? `${site.folder}.nginx`),
        brotli,
        behindProxy,
        ca,
      })
    }
    const written = host === 'netlify' ? writeNetlify(site) : await writeCloudflare(site)
    await writeAll(site.folder, written.files)
    for (const note of written.notes) console.warn(`note: ${note}`)
  })

await runMain(program)
