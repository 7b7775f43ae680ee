import { createHash } from 'node:crypto'
import type { Section } from '#api/sections.ts'
import { inTimeZone } from '../venue-time.ts'
import type { MediaMap } from './blocks.ts'
import type { SlugIndex } from './index-slugs.ts'
import { findMediaUses } from './list-files.ts'
import { resolveLinks } from './links.ts'
import { listBannerMoments, listMoments } from './moments.ts'
import { createRowRecorder, type PlannedRow } from './planned-rows.ts'
import type { ContentFolder } from './read-folder.ts'
import {
  findPageFile,
  ITEM_KINDS,
  ITEM_TRAITS,
  nameFile,
  PAGE_FILES,
  PAGE_IDS,
  pageSlug,
  type ItemKind,
  type PageFile,
  type SourceKey,
} from './sources.ts'
import { isVisible, writeVisibility, type Viewpoint } from './visibility.ts'
import { writeActivity } from './write/activities.ts'
import { writeArtist } from './write/artists.ts'
import { writeBusinessCase } from './write/business-cases.ts'
import type { ImportContext } from './write/context.ts'
import { writeCourse } from './write/courses.ts'
import { writeArtistNews, writeCourseNews, writePerformanceNews } from './write/news.ts'
import { PAGE_WRITERS } from './write/pages.ts'
import { writePerformance } from './write/performances.ts'

type Items = ContentFolder['items']
type Single = ContentFolder['single']

const ITEM_WRITERS: { [K in ItemKind]: (context: ImportContext, item: Items[K][number]) => void } =
  {
    artists: writeArtist,
    performances: writePerformance,
    courses: writeCourse,
    activities: writeActivity,
    'artist-news': writeArtistNews,
    'course-news': writeCourseNews,
    'performance-news': writePerformanceNews,
    'business-cases': writeBusinessCase,
  }

/** What all pieces of content lean on. */
export interface PlanContext extends Viewpoint {
  /** Sections that the site shows: items of others are not published. */
  sections: readonly Section[]
  slugs: SlugIndex
  media: MediaMap
  legal: ReadonlyMap<string, string>
}

/** A piece of content and the rows that it makes. */
export interface Planned extends SourceKey {
  /** Whether it is shown now. */
  published: boolean
  /** JSON of the content's own form. */
  data: string
  /** JSON: names of media files by their paths in the folder. */
  media: string
  rows: PlannedRow[]
  /** JSON of when it is shown. */
  visibility: string
  /** Of the rows: the same content makes the same hash everywhere. */
  hash: string
}

function plan(
  key: SourceKey & { published: boolean },
  data: object,
  context: PlanContext,
  moments: readonly number[],
  writeRows: (context: ImportContext) => void,
): Planned {
  const { write, rows } = createRowRecorder()
  const names: Record<string, string> = {}
  for (const { source } of findMediaUses(data)) {
    const file = context.media.get(source)
    if (!file || names[source] !== undefined) continue
    names[source] = file.name
    // Only what stands here is served.
    const { name, mime, width, height, duration: duration_s, bytes } = file
    write('media', ['name'], { name, source, mime, width, height, duration_s, bytes })
  }
  for (const at of moments) {
    const [kind, item_id] = [key.kind, key.id]
    write('content_moment', ['kind', 'item_id', 'at'], { kind, item_id, at })
  }
  writeRows({ ...context, write })
  const hash = createHash('sha256')
  for (const row of rows) hash.update(JSON.stringify(row))
  return {
    ...key,
    data: JSON.stringify(data),
    media: JSON.stringify(names),
    rows,
    visibility: writeVisibility(data),
    hash: hash.digest('hex').slice(0, 32),
  }
}

/** The rows of one of the files that exist once. */
function planPage<K extends PageFile>(context: PlanContext, file: K, page: Single[K]): Planned {
  const key = { kind: 'pages', id: PAGE_IDS[file], slug: pageSlug(file), published: true } as const
  const moments = 'banners' in page ? listBannerMoments(page.banners, context.firstStart) : []
  return plan(key, page, context, moments, (own) =>
    PAGE_WRITERS[file](own, resolveLinks(page, context.slugs)),
  )
}

/** The rows of an item. */
export function planItem<K extends ItemKind>(
  context: PlanContext,
  kind: K,
  item: Items[K][number],
): Planned {
  const { slug, ...data } = item
  const published = context.sections.includes(ITEM_TRAITS[kind].section) && isVisible(item, context)
  const key = { kind, id: item.id, slug, published }
  const moments = listMoments(kind, item, context.firstStart)
  return plan(key, data, context, moments, (own) =>
    ITEM_WRITERS[kind](own, { ...resolveLinks(item, context.slugs), published }),
  )
}

const planItems = <K extends ItemKind>(
  context: PlanContext,
  kind: K,
  list: readonly Items[K][number][],
) => list.map((item) => planItem(context, kind, item))

/**
 * A whole folder: places first, the pages that show items last.
 * @param kept what stays as it is stored: no rows are made of it
 */
export function planFolder(
  context: PlanContext,
  { single, items }: ContentFolder,
  kept: readonly SourceKey[] = [],
): Planned[] {
  const others = PAGE_FILES.filter((file) => file !== 'site.yaml')
  const stays = new Set(kept.map(({ kind, slug }) => nameFile(kind, slug)))
  const isPlanned = (file: string) => !stays.has(file)
  const planPages = (files: readonly PageFile[]) =>
    files.filter(isPlanned).map((file) => planPage(context, file, single[file]))
  const planOwn = <K extends ItemKind>(kind: K) => {
    const list: readonly Items[K][number][] = items[kind]
    const planned = list.filter(({ slug }) => isPlanned(nameFile(kind, slug)))
    return planItems(context, kind, planned)
  }
  return inTimeZone(single['site.yaml'].time_zone, () => [
    ...planPages(['site.yaml']),
    ...ITEM_KINDS.flatMap((kind) => planOwn(kind)),
    ...planPages(others),
  ])
}

/** One piece out of a folder that may hold nothing else. */
export function planOne(
  context: PlanContext,
  { single, items }: ContentFolder,
  { kind, id, slug }: SourceKey,
): Planned {
  if (kind === 'pages') {
    const file = findPageFile(slug)
    return planPage(context, file, single[file])
  }
  const planned = planItems(context, kind, items[kind]).find((one) => one.id === id)
  if (!planned) throw new Error(`${kind} ${id} is not there`)
  return planned
}
