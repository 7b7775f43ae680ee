import type { Faults } from './faults.ts'
import type { ContentFolder } from './read-folder.ts'

interface WithId {
  id: number
}

/** Checks that ids are unique within each kind, over all files: orders and URLs refer to them. */
export function checkIds({ single, items }: ContentFolder, faults: Faults): void {
  const seen = new Map<string, string>()
  function check(kind: string, file: string, field: string, list: readonly WithId[]) {
    for (const [index, { id }] of list.entries()) {
      const key = `${kind} ${id}`
      if (id === 0) continue
      const place = field === 'id' ? 'id' : `${field}.${index}.id`
      const other = seen.get(key)
      if (other !== undefined)
        faults.add(
          file,
          place,
          `The ${kind} in ${other} also has the id ${id}. Leave "id" out: the import assigns one.`,
        )
      seen.set(key, file)
    }
  }

  const site = single['site.yaml']
  check('city', 'site.yaml', 'cities', site.cities)
  check('venue', 'site.yaml', 'venues', site.venues)
  for (const [index, venue] of site.venues.entries()) {
    check('hall', 'site.yaml', `venues.${index}.halls`, venue.halls)
  }
  check('genre', 'site.yaml', 'genres', site.genres)
  check('discipline', 'site.yaml', 'disciplines', site.disciplines)
  check('category', 'site.yaml', 'course_categories', site.course_categories)
  check('link', 'site.yaml', 'links', site.links)
  check('member package', 'site.yaml', 'member_packages', site.member_packages)
  check('banner', 'banners.yaml', 'banners', single['banners.yaml'].banners)

  for (const [folder, list] of Object.entries(items)) {
    for (const item of list) check(folder, `${folder}/${item.slug}.yaml`, 'id', [item])
  }
  for (const performance of items.performances) {
    const file = `performances/${performance.slug}.yaml`
    check('tier', file, 'tiers', performance.tiers)
    check('show', file, 'shows', performance.shows)
  }
  for (const course of items.courses) {
    const file = `courses/${course.slug}.yaml`
    check('course package', file, 'packages', course.packages)
    check('course date', file, 'dates', course.dates)
  }
  for (const activity of items.activities) {
    check('activity date', `activities/${activity.slug}.yaml`, 'dates', activity.dates)
  }
}
