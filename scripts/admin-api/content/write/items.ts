import type { NewsKind } from '#api/news.ts'
import { resolveImage } from '../blocks.ts'
import { pickText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import {
  findId,
  findLink,
  readTime,
  toFen,
  toItemColumns,
  writeTexts,
  type ImportContext,
} from './context.ts'
import { MINUTE } from '../../../lib/durations.ts'

type Item<K extends keyof ContentFolder['items']> = ContentFolder['items'][K][number]

export function writeArtist(context: ImportContext, artist: Item<'artists'>): void {
  context.write('artist', ['id'], {
    ...toItemColumns({ ...artist, title: artist.name }),
    group: artist.group,
    discipline_id: findId(context, 'discipline', artist.discipline),
    born: artist.born ?? null,
    died: artist.died ?? null,
  })
  writeTexts(context, 'artist', { ...artist, title: artist.name }, (lang) => ({
    card: {
      line: pickText(artist.line, lang),
      latin_name: artist.latin_name,
      image: resolveImage(artist.portrait, context.media, lang),
    },
    details: {
      works: artist.works.map((work) => ({
        title: pickText(work.title, lang),
        role: pickText(work.role, lang),
        year: work.year ?? null,
        performance_id: findLink(context, 'performance', work.performance),
      })),
    },
  }))
}

export function writeActivity(context: ImportContext, activity: Item<'activities'>): void {
  // Keeps places taken since the last import.
  context.write(
    'activity',
    ['id'],
    {
      ...toItemColumns(activity),
      price_fen: toFen(activity.price),
      places: activity.places,
      taken: activity.taken,
      taken_before: activity.taken,
      opens_at: readTime(context, activity.application.opens),
      closes_at: readTime(context, activity.application.closes),
    },
    { taken: { kind: 'add_growth', of: 'taken_before' } },
  )
  for (const date of activity.dates) {
    const starts = readTime(context, date.starts)
    context.write('activity_date', ['id'], {
      id: date.id,
      activity_id: activity.id,
      hall_id: findId(context, 'hall', date.hall),
      starts_at: starts,
      ends_at: starts + date.minutes * MINUTE,
      published: 1,
    })
  }
  writeTexts(context, 'activity', activity, (lang) => ({
    card: {
      subtitle: pickText(activity.subtitle, lang),
      image: resolveImage(activity.poster, context.media, lang),
    },
    details: {},
  }))
}

export function writeBusinessCase(context: ImportContext, item: Item<'business-cases'>): void {
  context.write('business_case', ['id'], {
    ...toItemColumns(item),
    year: item.year,
  })
  writeTexts(context, 'business_case', item, (lang) => ({
    card: {
      client: pickText(item.client, lang),
      image: resolveImage(item.image, context.media, lang),
    },
    details: {},
  }))
}

/** @param subject slug of the artist, course or performance */
export function writeNews(
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
