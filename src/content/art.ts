import { getCourseDetail } from '#api/course.ts'
import { getPerformDetail } from '#api/perform.ts'
import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import { readContent } from './client.ts'
import { listCourseIds } from './courses.ts'
import { listPerformanceIds } from './performances.ts'
import { preparePicture } from './pictures.ts'
import { getMediaBase } from './site.ts'

const LOCALE = DEFAULT_LOCALE

/** Lists the names of all posters that orders may show: `performance-1`, `course-2`. */
export async function listArtNames(): Promise<string[]> {
  const performances = await listPerformanceIds(LOCALE)
  const courses = await listCourseIds(LOCALE)
  return [...performances.map((id) => `performance-${id}`), ...courses.map((id) => `course-${id}`)]
}

/** @param name one of `listArtNames` */
export async function getArt(name: string) {
  const [kind, id = ''] = name.split('-')
  const { poster } =
    kind === 'course'
      ? await readContent(getCourseDetail, LOCALE, { id })
      : await readContent(getPerformDetail, LOCALE, { id })
  const { src, sources } = await preparePicture(poster, await getMediaBase(LOCALE))
  return { src, srcset: sources.at(-1)?.srcset ?? '' }
}
