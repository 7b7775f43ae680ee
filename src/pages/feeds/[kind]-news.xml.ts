import type { APIRoute } from 'astro'
import { makeNewsFeed, NEWS_KINDS } from '#integrations/seo/feed.ts'
import { readLocale } from '#i18n/locales.ts'

export const getStaticPaths = () => NEWS_KINDS.map((kind) => ({ params: { kind } }))

/** The news of a kind in one language, as an Atom feed. */
export const GET: APIRoute<Record<string, never>, { kind: (typeof NEWS_KINDS)[number] }> = async (
  context,
) =>
  new Response(await makeNewsFeed(context.params.kind, readLocale(context.currentLocale)), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
