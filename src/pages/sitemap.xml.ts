import type { APIRoute } from 'astro'
import { buildConfig } from '#content/build-config.ts'
import { listSitemapPages, writeSitemapIndex, writeSitemaps } from '#integrations/seo/sitemap.ts'

/** The sitemap, or the index of its parts if it has several. */
export const GET: APIRoute = async () => {
  const { siteUrl } = buildConfig
  const [first = '', ...others] = writeSitemaps(await listSitemapPages(), siteUrl)
  return new Response(others.length === 0 ? first : writeSitemapIndex(others.length + 1, siteUrl), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}
