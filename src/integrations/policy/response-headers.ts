import { readFile, writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { keepPageHashes } from './page-policy.ts'

/**
 * Writes the content security policy of each page, with the hashes of that page only, into
 * `_headers.json` of the release: file → headers. A policy as a real header can also contain
 * `frame-ancestors`, which a `<meta>` cannot.
 */
export function responseHeaders(): AstroIntegration {
  return {
    name: 'response-headers',
    hooks: {
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'response-headers',
          entrypointResolution: 'auto',
          supportedAstroFeatures: { staticOutput: 'stable', sharpImageService: 'stable' },
          adapterFeatures: { staticHeaders: true, buildOutput: 'static' },
        })
      },
      'astro:build:generated': async ({ dir, routeToHeaders }) => {
        const headers: Record<string, Record<string, string>> = {}
        for (const [path, entry] of routeToHeaders) {
          const policy = entry.headers.get('content-security-policy')
          if (policy === null) continue
          const file = getPageFile(path)
          const html = await readFile(new URL(`.${file}`, dir), 'utf8')
          headers[file] = { 'content-security-policy': keepPageHashes(policy, html) }
        }
        await writeFile(new URL('_headers.json', dir), JSON.stringify(headers))
      },
    },
  }
}

/** The file of a page: `build.format` is `file`. */
const getPageFile = (path: string): string =>
  `${path
    .replace(/^\/?/, '/')
    .replace(/\/$/, '/index')
    .replace(/\.html$/, '')}.html`
