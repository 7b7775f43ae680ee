import type { APIRoute } from 'astro'
import { makeNewsFeed, NEWS_KINDS } from '#integrations/seo/feed.ts'

export const getStaticPaths = () => NEWS_KINDS.map((kind) => ({ params: { kind } }))

/** The news of a kind in one language, as an Atom feed. */
export const GET: APIRoute<Record<string, never>, { kind: (typeof NEWS_KINDS)[number] }> = async ({
  params,
  locals,
}) =>
  new Response(await makeNewsFeed(params.kind, locals.locale), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
