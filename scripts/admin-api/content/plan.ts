import { hash } from 'node:crypto'
import type { Section } from '#api/sections.ts'
import { inTimeZone } from '../venue-time.ts'
import type { MediaMap } from './blocks.ts'
import type { SlugIndex } from './index-slugs.ts'
import { findMediaUses } from './list-files.ts'
import { resolveLinks } from './links.ts'
import { listBannerMoments, listMoments } from './moments.ts'
import { ITEM_TRAITS } from './parts.ts'
import type { PlannedRow, WriteRow } from './planned-rows.ts'
import type { ContentFolder } from './read-folder.ts'
import type { ItemKind, PageFile } from './format.ts'
import {
  findPageFile,
  ITEM_KINDS,
  nameFile,
  PAGE_FILES,
  PAGE_IDS,
  getPageSlug,
  type SourceKey,
} from './sources.ts'
import { isVisible, writeVisibility, type Viewpoint } from './visibility.ts'
import type { ImportContext } from './write/context.ts'
import { writeCourse } from './write/courses.ts'
import { writeActivity, writeArtist, writeBusinessCase, writeNews } from './write/items.ts'
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
    'artist-news': (context, item) => writeNews(context, 'artist', item, item.artist),
    'course-news': (context, item) => writeNews(context, 'course', item, item.course),
    'performance-news': (context, item) =>
      writeNews(context, 'performance', item, item.performance),
    'business-cases': writeBusinessCase,
  }

/** Context for planning any item or page. */
export interface PlanContext extends Viewpoint {
  /** Enabled sections of the site; items of other sections are not published. */
  sections: readonly Section[]
  slugs: SlugIndex
  media: MediaMap
  legal: ReadonlyMap<string, string>
}

/** An item or page and its rows. */
export interface Planned extends SourceKey {
  /** Whether it is visible now. */
  published: boolean
  /** JSON in the content format. */
  data: string
  /** JSON: names of media files by their paths in the folder. */
  media: string
  rows: PlannedRow[]
  /** JSON of the fields that decide when it is visible. */
  visibility: string
  /** Hash of the rows, equal for equal content. */
  hash: string
}

function plan(
  key: SourceKey & { published: boolean },
  data: object,
  context: PlanContext,
  moments: readonly number[],
  writeRows: (context: ImportContext) => void,
): Planned {
  const rows: PlannedRow[] = []
  const write: WriteRow = (table, columns, values, updates = {}) => {
    rows.push({ table, key: columns, values: { ...values }, updates })
  }
  const names: Record<string, string> = {}
  for (const { source } of findMediaUses(data)) {
    const file = context.media.get(source)
    if (!file || names[source] !== undefined) continue
    names[source] = file.name
    // The server only serves files with a row in `media`.
    const { name, mime, width, height, duration_s, bytes } = file
    write('media', ['name'], { name, source, mime, width, height, duration_s, bytes })
  }
  for (const at of moments) {
    const [kind, item_id] = [key.kind, key.id]
    write('content_moment', ['kind', 'item_id', 'at'], { kind, item_id, at })
  }
  writeRows({ ...context, write })
  return {
    ...key,
    data: JSON.stringify(data),
    media: JSON.stringify(names),
    rows,
    visibility: writeVisibility(data),
    hash: hash('sha256', rows.map((row) => JSON.stringify(row)).join('')).slice(0, 32),
  }
}

/** Plans the rows of a page file. */
function planPage<K extends PageFile>(context: PlanContext, file: K, page: Single[K]): Planned {
  const key = {
    kind: 'pages',
    id: PAGE_IDS[file],
    slug: getPageSlug(file),
    published: true,
  } as const
  const moments = 'banners' in page ? listBannerMoments(page.banners, context.firstStart) : []
  return plan(key, page, context, moments, (own) =>
    PAGE_WRITERS[file](own, resolveLinks(page, context.slugs)),
  )
}

/** Plans the rows of an item. */
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

/**
 * Plans a whole folder: venues first, pages that refer to items last.
 * @param kept items that keep their stored content and are not planned
 */
export function planFolder(
  context: PlanContext,
  { single, items }: ContentFolder,
  kept: readonly SourceKey[] = [],
): Planned[] {
  const others = PAGE_FILES.filter((file) => file !== 'site.yaml')
  const keptFiles = new Set(kept.map(({ kind, slug }) => nameFile(kind, slug)))
  const isPlanned = (file: string) => !keptFiles.has(file)
  const planPages = (files: readonly PageFile[]) =>
    files.filter(isPlanned).map((file) => planPage(context, file, single[file]))
  const planOwn = <K extends ItemKind>(kind: K) => {
    const list: readonly Items[K][number][] = items[kind]
    const planned = list.filter(({ slug }) => isPlanned(nameFile(kind, slug)))
    return planned.map((item) => planItem(context, kind, item))
  }
  return inTimeZone(single['site.yaml'].time_zone, () => [
    ...planPages(['site.yaml']),
    ...ITEM_KINDS.flatMap((kind) => planOwn(kind)),
    ...planPages(others),
  ])
}

/** Plans one item or page. @param data valid by the schema of its kind */
export function planOne(context: PlanContext, { kind, slug }: SourceKey, data: object): Planned {
  if (kind === 'pages') return planPage(context, findPageFile(slug), data as Single[PageFile])
  return planItem(context, kind, { ...data, slug } as Items[ItemKind][number])
}
