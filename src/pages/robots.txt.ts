import type { APIRoute } from 'astro'
import { buildConfig } from '#content/build-config.ts'

/** Rules for crawlers. Member pages are not disallowed, because crawlers must read their `noindex`. */
export const GET: APIRoute = () => {
  const sitemap = new URL('/sitemap.xml', buildConfig.siteUrl).href
  return new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemap}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
