import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createLiveRelease, type LiveRelease } from '#scripts/serve/live-release.ts'
import { readFolder } from '#scripts/serve/read-folder.ts'
import { startSiteServer, type SiteServer, type SiteServerOptions } from '#scripts/serve/server.ts'

/** Compressible text above the minimum size for compression. */
const LONG = '长安'.repeat(1000)
export const html = (title: string) => `<!doctype html><title>${title}</title>${LONG}`
export const VIDEO = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251))

/** An error page as built, with the elements that the server fills. */
const errorPage = (title: string) => `${html(title)}
<p class="code" data-error="status" data-x>500</p><p lang="en" data-error="message">Error</p>
<script type="application/json">{"error":{"status":500,"message":"Error"},"layout":"error"}</script>`

export const FIXTURE: Readonly<Record<string, string | Buffer>> = {
  'index.html': html('首页'),
  'en.html': html('Home'),
  '404.html': html('此页无法找到'),
  'en/404.html': html('This page could not be found'),
  '500.html': errorPage('幕布卡住了'),
  'en/500.html': errorPage('The curtain is stuck'),
  'drama/home.html': html('演出'),
  'en/drama/home.html': html('Performances'),
  'drama/detail.html': html('bare'),
  'drama/detail/12.html': html('茶馆'),
  'en/drama/detail/12.html': html('Teahouse'),
  'code/code.html': html('验票'),
  'course/custom-el/3.html': html('正文'),
  '_astro/app.Bx3k9.js': `export const words = '${LONG}'`,
  '_astro/tiny.js': 'export {}',
  'fonts/serif-3fa8b2c19d04.woff2': 'wOF2',
  'images/3fa8b2c19d04-640.webp': 'RIFF',
  'media/3fa8b2c19d04.mp4': VIDEO,
  'media/trailer.mp4': VIDEO,
  'files/privacy.html': html('隐私'),
  'files/rules.pdf': '%PDF-1.7',
  'robots.txt': 'User-agent: *',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '.hidden': 'secret',
  '_headers.json': JSON.stringify({
    '/index.html': { 'content-security-policy': "default-src 'self'; script-src 'sha256-home'" },
    '/drama/detail/12.html': {
      'content-security-policy': "default-src 'self'; script-src 'sha256-12'",
    },
  }),
}

/** A temporary folder for a test, removed after it. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'entracte-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function writeSite(
  folder: string,
  files: Readonly<Record<string, string | Buffer>> = FIXTURE,
): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  return folder
}

export interface RunningSite {
  url: string
  server: SiteServer
  live: LiveRelease
  root: string
}

/** Serves the fixture on a free port until the test ends. */
export async function serveFixture(options: Partial<SiteServerOptions> = {}): Promise<RunningSite> {
  const folder = await makeFolder()
  const root = await writeSite(path.join(folder, 'dist'))
  const live = createLiveRelease(path.join(folder, 'cache'), SILENT_LOGGER)
  onTestFinished(live.close)
  await live.switchTo(await readFolder(root), [])
  const server = await startSiteServer({
    ...live,
    host: '127.0.0.1',
    port: 0,
    logger: SILENT_LOGGER,
    ...options,
  })
  onTestFinished(() => server.close())
  return { url: server.url, server, live, root }
}
