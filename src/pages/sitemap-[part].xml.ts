import type { APIRoute } from 'astro'
import { buildConfig } from '#content/build-config.ts'
import { listSitemapPages, writeSitemaps } from '#content/seo/sitemap.ts'

/** The parts of a long sitemap; a short one has none. */
export async function getStaticPaths() {
  const files = writeSitemaps(await listSitemapPages(), buildConfig.siteUrl)
  if (files.length === 1) return []
  return files.map((file, index) => ({ params: { part: String(index + 1) }, props: { file } }))
}

export const GET: APIRoute<{ file: string }> = ({ props }) =>
  new Response(props.file, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
