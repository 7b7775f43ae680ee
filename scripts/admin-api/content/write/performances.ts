import type { Locale } from '#api/language.ts'
import { writeJson } from '../../db/json.ts'
import { resolveImage } from '../blocks.ts'
import { pickText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import {
  findId,
  findLink,
  readTime,
  toFen,
  toFlag,
  toItemColumns,
  toName,
  writeTexts,
  type ImportContext,
} from './context.ts'
import { MINUTE } from '../../../lib/durations.ts'

type Performance = ContentFolder['items']['performances'][number]

function writeTiers({ write }: ImportContext, performance: Performance): void {
  for (const [position, tier] of performance.tiers.entries()) {
    write('tier', ['id'], {
      id: tier.id,
      performance_id: performance.id,
      name: toName(tier.name),
      price_fen: toFen(tier.price),
      member_price_fen: toFen(tier.member_price),
      position,
      published: 1,
    })
  }
}

function writeShows(context: ImportContext, performance: Performance): void {
  const { write } = context
  for (const show of performance.shows) {
    const starts = readTime(context, show.starts)
    write('show', ['id'], {
      id: show.id,
      performance_id: performance.id,
      hall_id: findId(context, 'hall', show.hall),
      starts_at: starts,
      ends_at: starts + performance.duration_min * MINUTE,
      note: show.note ? toName(show.note) : null,
      features: writeJson(show.features),
      cancelled: toFlag(show.cancelled),
      moved: toFlag(show.moved),
      published: 1,
    })
    for (const [index, tier] of performance.tiers.entries()) {
      const sold = show.sold[index] ?? 0
      // Keeps sales since the last import.
      write(
        'show_tier',
        ['show_id', 'tier_id'],
        {
          show_id: show.id,
          tier_id: tier.id,
          stock: show.stock[index] ?? 0,
          held: 0,
          sold,
          sold_before: sold,
        },
        { held: { kind: 'keep' }, sold: { kind: 'add_growth', of: 'sold_before' } },
      )
    }
  }
}

function writeArtistLinks(context: ImportContext, performance: Performance): void {
  const people = [...performance.cast, ...performance.creatives]
  const artists = new Set(people.flatMap(({ artist }) => findLink(context, 'artist', artist) ?? []))
  for (const [position, artist_id] of [...artists].entries()) {
    const link = { performance_id: performance.id, artist_id, position }
    context.write('performance_artist', ['performance_id', 'artist_id'], link)
  }
}

const readTexts = (context: ImportContext, performance: Performance, lang: Locale) => ({
  card: {
    subtitle: pickText(performance.subtitle, lang),
    author: pickText(performance.author, lang),
    image: resolveImage(performance.poster, context.media, lang),
  },
  details: {
    mood: pickText(performance.mood, lang),
    language_note: pickText(performance.language_note, lang),
    cast: performance.cast.map((person) => ({
      role: pickText(person.role, lang),
      name: pickText(person.name, lang),
      artist_id: findLink(context, 'artist', person.artist),
    })),
    creatives: performance.creatives.map((person) => ({
      job: pickText(person.job, lang),
      name: pickText(person.name, lang),
      artist_id: findLink(context, 'artist', person.artist),
    })),
    rules: performance.rules.map((rule) => ({
      title: pickText(rule.title, lang),
      text: pickText(rule.text, lang),
    })),
  },
})

export function writePerformance(context: ImportContext, performance: Performance): void {
  context.write('performance', ['id'], {
    ...toItemColumns(performance),
    genre_id: findId(context, 'genre', performance.genre),
    duration_min: performance.duration_min,
    intermissions: performance.intermissions,
    age_min: performance.age_min,
    order_limit: performance.order_limit,
    account_limit: performance.account_limit,
    member_sale_starts_at: readTime(context, performance.member_sale_starts),
    sale_starts_at: readTime(context, performance.sale_starts),
  })
  writeTiers(context, performance)
  writeShows(context, performance)
  writeArtistLinks(context, performance)
  writeTexts(context, 'performance', performance, (lang) => readTexts(context, performance, lang))
}
