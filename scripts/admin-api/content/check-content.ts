import { inTimeZone } from '../venue-time.ts'
import { checkActivities, checkCourses } from './check-courses.ts'
import { checkIds } from './check-ids.ts'
import { checkInline } from './check-inline.ts'
import { checkLinks } from './check-links.ts'
import { checkPerformances } from './check-performances.ts'
import { checkWindows } from './check-windows.ts'
import { createChecker } from './checker.ts'
import type { Checker } from './checker.ts'
import type { Faults } from './faults.ts'
import type { SlugIndex } from './index-slugs.ts'
import type { ContentFolder } from './read-folder.ts'
import { nameFile } from './sources.ts'

function checkSingleFiles({ single }: ContentFolder, { requireSlug }: Checker): void {
  const site = single['site.yaml']
  requireSlug('site.yaml', 'default_city', 'city', site.default_city)
  for (const [index, venue] of site.venues.entries()) {
    requireSlug('site.yaml', `venues.${index}.city`, 'city', venue.city)
  }
  for (const [index, banner] of single['banners.yaml'].banners.entries()) {
    requireSlug('banners.yaml', `banners.${index}.performance`, 'performance', banner.performance)
  }
  for (const [index, slug] of single['season.yaml'].artists.entries()) {
    requireSlug('season.yaml', `artists.${index}`, 'artist', slug)
  }
}

function checkArtists({ items }: ContentFolder, { requireSlug }: Checker): void {
  for (const artist of items.artists) {
    const file = nameFile('artists', artist.slug)
    requireSlug(file, 'discipline', 'discipline', artist.discipline)
    for (const [index, work] of artist.works.entries()) {
      requireSlug(file, `works.${index}.performance`, 'performance', work.performance)
    }
  }
}

function checkNews({ items }: ContentFolder, { requireSlug }: Checker): void {
  for (const item of items['artist-news']) {
    requireSlug(nameFile('artist-news', item.slug), 'artist', 'artist', item.artist)
  }
  for (const item of items['course-news']) {
    requireSlug(nameFile('course-news', item.slug), 'course', 'course', item.course)
  }
  for (const item of items['performance-news']) {
    requireSlug(
      nameFile('performance-news', item.slug),
      'performance',
      'performance',
      item.performance,
    )
  }
}

/** Checks rules that involve several fields or files: references, numbers of places, order of times. */
export function checkContent(
  folder: ContentFolder,
  slugs: SlugIndex,
  firstStart: number,
  faults: Faults,
): void {
  const checker = createChecker(slugs, firstStart, faults)
  checkIds(folder, faults)
  checkInline(folder, faults)
  checkLinks(folder, slugs, faults)
  checkSingleFiles(folder, checker)
  checkArtists(folder, checker)
  inTimeZone(folder.single['site.yaml'].time_zone, () => {
    checkPerformances(folder, checker)
    checkCourses(folder, checker)
    checkActivities(folder, checker)
    checkNews(folder, checker)
    checkWindows(folder, checker)
  })
}
