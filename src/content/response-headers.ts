import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'

/**
 * Writes the headers that Astro computed for each page (its content security policy) into
 * `_headers.json` of the release: path → headers. A policy as a real header can also say
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
          if (policy !== null) headers[path] = { 'content-security-policy': policy }
        }
        await writeFile(new URL('_headers.json', dir), JSON.stringify(headers))
      },
    },
  }
}
