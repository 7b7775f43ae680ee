import type { APIRoute } from 'astro'
import { buildConfig } from '#content/build-config.ts'
import { listSitemapPages, writeSitemaps } from '#integrations/seo/sitemap.ts'

const listParts = async (): Promise<string[]> =>
  writeSitemaps(await listSitemapPages(), buildConfig.siteUrl)

/** Lists the parts of a sitemap; none if `sitemap.xml` contains all URLs. */
export async function getStaticPaths() {
  const parts = await listParts()
  if (parts.length === 1) return []
  return parts.map((_, index) => ({ params: { part: String(index + 1) } }))
}

export const GET: APIRoute = async ({ params: { part } }) =>
  new Response((await listParts())[Number(part) - 1], {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
