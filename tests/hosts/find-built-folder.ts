import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { inject } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { readErrorPages } from '#scripts/serve/manifest.ts'
import type { Compressor } from '#scripts/serve/precompress.ts'
import { readFolder } from '#scripts/serve/read-folder.ts'
import { startSiteServer } from '#scripts/serve/server.ts'

/** The folder of the built site. */
export const findBuiltFolder = (): string => inject('stack').release

/** A folder on the same disk as the built one, so that files can be linked. */
export async function makeFolderBeside(folder: string): Promise<string> {
  return mkdtemp(path.join(path.dirname(folder), 'host-'))
}

/** Serves a built folder with our own server, the reference for other hosts. */
export async function serveFolder(folder: string, adminApiUrl?: string) {
  const cacheDir = await makeFolderBeside(folder)
  const manifest = await readErrorPages(await readFolder(folder))
  const compressor = createQuickCompressor(cacheDir)
  const server = await startSiteServer({
    getManifest: () => manifest,
    compressor,
    host: '127.0.0.1',
    port: 0,
    logger: SILENT_LOGGER,
    adminApiUrl,
  })
  return {
    url: server.url,
    async close() {
      await server.close()
      await rm(cacheDir, { recursive: true, force: true })
    },
  }
}

/** Compresses at low quality: only decompressed content is compared. */
function createQuickCompressor(cacheDir: string): Compressor {
  return {
    async find(file, encoding) {
      const target = path.join(cacheDir, `${file.hash}.${encoding}`)
      const content = await readFile(file.file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 3 }
      const packed = encoding === 'br' ? brotliCompressSync(content, { params }) : gzipSync(content)
      await writeFile(target, packed)
      return target
    },
    warm: async () => {},
    yieldTo: () => {},
    prune: async () => {},
    close: async () => {},
  }
}
