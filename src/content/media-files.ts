import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { deferFiles, isDeferred, makeDeferred } from './deferred-files.ts'
import { finishesItself } from './finish.ts'
import { neededFiles } from './media-store.ts'

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  css: 'text/css; charset=utf-8',
  mp4: 'video/mp4',
  vtt: 'text/vtt',
  html: 'text/html; charset=utf-8',
}

function sendFile(response: ServerResponse, path: string, cached: string): void {
  const ending = path.split('.').at(-1) ?? ''
  response.setHeader('content-type', TYPES[ending] ?? 'application/octet-stream')
  createReadStream(cached).pipe(response)
}

/** Puts the media files that pages refer to into the release; in dev, makes them when they are requested. */
export function mediaFiles(): AstroIntegration {
  return {
    name: 'media-files',
    hooks: {
      'astro:server:setup': ({ server, logger }) => {
        deferFiles(true)
        server.middlewares.use((request, response, next) => {
          const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
          if (!isDeferred(path) && !neededFiles().has(path)) return next()
          makeDeferred(path).then(
            (cached) => sendFile(response, path, cached ?? ''),
            (error: unknown) => {
              logger.error(`/${path} could not be made: ${String(error)}`)
              response.writeHead(500).end()
            },
          )
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
