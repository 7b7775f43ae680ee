import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { finishesItself } from './finish.ts'
import { neededFiles } from './media-store.ts'

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
  css: 'text/css; charset=utf-8',
  mp4: 'video/mp4',
  vtt: 'text/vtt',
  html: 'text/html; charset=utf-8',
}

/** Puts the media files that pages refer to into the release; in dev, serves them from the cache. */
export function mediaFiles(): AstroIntegration {
  return {
    name: 'media-files',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
          const cached = neededFiles().get(path)
          if (!cached) return next()
          const ending = path.split('.').at(-1) ?? ''
          response.setHeader('content-type', TYPES[ending] ?? 'application/octet-stream')
          createReadStream(cached).pipe(response)
        })
      },
      'astro:build:done': async ({ dir, logger }) => {
        if (finishesItself()) return
        for (const [path, cached] of neededFiles()) {
          const target = fileURLToPath(new URL(path, dir))
          await mkdir(dirname(target), { recursive: true })
          await rm(target, { force: true })
          // A hard link costs nothing; across file systems it is a copy.
          await link(cached, target).catch(() => copyFile(cached, target))
        }
        logger.info(`${neededFiles().size} media files in place`)
      },
    },
  }
}
