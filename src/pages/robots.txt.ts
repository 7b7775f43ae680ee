import type { APIRoute } from 'astro'
import { buildConfig } from '#content/build-config.ts'

/** What crawlers may read. Pages for members say `noindex` themselves, so they are not closed here. */
export const GET: APIRoute = () => {
  const sitemap = new URL('/sitemap.xml', buildConfig.siteUrl).href
  return new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemap}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
