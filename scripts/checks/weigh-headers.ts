// npm run weigh:headers [-- FOLDER]: prints the largest response header size of each route and language. The
// site is served with https settings, which have the longest headers. Exits with 1 if any size is not below
// 2,048 bytes.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pLimit from 'p-limit'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { getPathLocale } from '#i18n/paths.ts'
import { createProgram, runMain } from '../lib/command-line/create-program.ts'
import { SILENT_LOGGER } from '../lib/logger.ts'
import { readErrorPages } from '../serve/manifest.ts'
import { createCompressor } from '../serve/precompress.ts'
import { readFolder } from '../serve/read-folder.ts'
import { startSiteServer } from '../serve/server.ts'
import { findBuiltFolder } from '../publish/export-release.ts'
import { listDocuments, getDocumentRoute } from './weight/budgets.ts'
import { MAX_HEADER_BYTES, measureHeaderBytes } from './weight/header-bytes.ts'

const REQUESTS_AT_ONCE = 4

/** The address of a document: `drama/detail/12.html` is served at `/drama/detail?id=12`. */
function getAddress(file: string): string {
  const clean = `/${file}`.replace(/\.html$/, '').replace(/\/index$/, '/')
  const item = /^(.*)\/(\d+)$/.exec(clean)
  return item ? `${item[1]}?id=${item[2]}` : clean.replace(/\/page-(\d+)$/, '?page=$1')
}

/** Prints the largest headers of each route and language. */
async function printHeaders(folder: string): Promise<void> {
  await using cache = await mkdtempDisposable(path.join(tmpdir(), 'headers-'))
  const manifest = await readErrorPages(await readFolder(folder))
  const compressor = createCompressor(cache.path, SILENT_LOGGER)
  const server = await startSiteServer({
    getManifest: () => manifest,
    compressor,
    host: '127.0.0.1',
    port: 0,
    https: { includeSubDomains: true },
    logger: SILENT_LOGGER,
  })

  const documents = listDocuments(folder)
  const rows = await pLimit(REQUESTS_AT_ONCE).map(documents, async (file) => ({
    route: getDocumentRoute(file) ?? `/${file}`,
    locale: getPathLocale(`/${file}`),
    file,
    bytes: await measureHeaderBytes(`${server.url}${getAddress(file)}`),
  }))
  await server.close({ deadlineMs: 0 })
  await compressor.close()

  for (const route of new Set(rows.map((row) => row.route).toSorted())) {
    for (const locale of SITE_LOCALES) {
      const own = rows.filter((row) => row.route === route && row.locale === locale)
      const [largest] = own.toSorted((a, b) => b.bytes - a.bytes)
      if (largest) console.log(route.padEnd(28), largest.file.padEnd(34), largest.bytes)
    }
  }
  const largest = Math.max(...rows.map(({ bytes }) => bytes))
  console.log(`${rows.length} documents, at most ${largest} bytes of headers`)
  if (largest >= MAX_HEADER_BYTES) process.exitCode = 1
}

const program = createProgram(
  'npm run weigh:headers --',
  'Prints the bytes of all response headers.',
)
  .argument('[folder]', 'a built folder; defaults to the live release of DATA_DIR')
  .action(async (folder) => printHeaders(await findBuiltFolder(folder)))

await runMain(program)
