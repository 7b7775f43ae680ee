import type { NewsKind } from '#api/news.ts'
import { resolveImage } from '../blocks.ts'
import type { ContentFolder } from '../read-folder.ts'
import { findId, readTime, toItemColumns, writeTexts, type ImportContext } from './context.ts'

function writeNews(
  context: ImportContext,
  kind: NewsKind,
  item: Omit<Item<'artist-news'>, 'artist'>,
  subject: string | undefined,
): void {
  context.write('news', ['kind', 'id'], {
    kind,
    ...toItemColumns(item),
    subject_id: subject === undefined ? null : findId(context, kind, subject),
    published_at: readTime(context, item.published_at),
  })
  writeTexts(context, `${kind}_news`, item, (lang) => ({
    card: { image: resolveImage(item.image, context.media, lang) },
    details: {},
  }))
}

type Item<K extends keyof ContentFolder['items']> = ContentFolder['items'][K][number]

export const writeArtistNews = (context: ImportContext, item: Item<'artist-news'>): void =>
  writeNews(context, 'artist', item, item.artist)
export const writeCourseNews = (context: ImportContext, item: Item<'course-news'>): void =>
  writeNews(context, 'course', item, item.course)
export const writePerformanceNews = (
  context: ImportContext,
  item: Item<'performance-news'>,
): void => writeNews(context, 'performance', item, item.performance)
