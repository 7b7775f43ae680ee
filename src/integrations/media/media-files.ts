import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import send from 'send'
import { deferFiles, isDeferred, makeDeferred } from './deferred-files.ts'
import { neededFiles } from './media-store.ts'

/** Copies referenced media files into the release; during development, generates them on demand. */
export function mediaFiles(): AstroIntegration {
  return {
    name: 'media-files',
    hooks: {
      'astro:server:setup': ({ server, logger }) => {
        deferFiles(true)
        server.middlewares.use((request, response, next) => {
          const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
          if (!isDeferred(path) && !neededFiles.has(path)) return next()
          makeDeferred(path).then(
            (cached) =>
              send(request, encodeURI(resolve(cached ?? '')), { dotfiles: 'allow' }).pipe(response),
            (error: unknown) => {
              logger.error(`/${path} could not be generated: ${String(error)}`)
              response.writeHead(500).end()
            },
          )
        })
      },
      'astro:build:done': async ({ dir, logger }) => {
        for (const [path, cached] of neededFiles) {
          const target = fileURLToPath(new URL(path, dir))
          await mkdir(dirname(target), { recursive: true })
          await rm(target, { force: true })
          // Hard links do not work across file systems.
          await link(cached, target).catch(() => copyFile(cached, target))
        }
        logger.info(`${neededFiles.size} media files in place`)
      },
    },
  }
}
