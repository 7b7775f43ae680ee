import type { NewsKind } from '#api/news.ts'
import { upsert } from '../../db/write.ts'
import { resolveImage } from '../blocks.ts'
import { listLanguages, pickText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import { findId, readTime, toFlag, toLangs } from './context.ts'
import type { ImportContext } from './context.ts'
import { writeTexts } from './texts.ts'

type Item = ContentFolder['items']['artist-news'][number]

function writeItem(
  context: ImportContext,
  kind: NewsKind,
  item: Omit<Item, 'artist'>,
  subject: string | undefined,
): void {
  upsert(context.db, 'news', ['kind', 'id'], {
    kind,
    id: item.id,
    slug: item.slug,
    langs: toLangs(listLanguages(item.title)),
    published: toFlag(item.published),
    subject_id: subject === undefined ? null : findId(context, kind, subject),
    published_at: readTime(context, item.published_at),
  })
  writeTexts(context, `${kind}_news`, item, (lang) => ({
    title: pickText(item.title, lang),
    summary: pickText(item.summary, lang),
    card: { image: resolveImage(item.image, context.media, lang) },
    details: {},
  }))
}

export function writeNews(context: ImportContext): void {
  const { items } = context.folder
  for (const item of items['artist-news']) writeItem(context, 'artist', item, item.artist)
  for (const item of items['course-news']) writeItem(context, 'course', item, item.course)
  for (const item of items['performance-news']) {
    writeItem(context, 'performance', item, item.performance)
  }
}
