import { MINUTE } from '../../venue-time.ts'
import { resolveImage } from '../blocks.ts'
import { pickText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import {
  findId,
  readTime,
  toFen,
  toItemColumns,
  writeTexts,
  type ImportContext,
} from './context.ts'

type Activity = ContentFolder['items']['activities'][number]

export function writeActivity(context: ImportContext, activity: Activity): void {
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
