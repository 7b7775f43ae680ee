import type { Faults } from './faults.ts'
import type { SlugIndex } from './index-slugs.ts'
import { findLinkFault, listLinks } from './links.ts'
import type { ContentFolder } from './read-folder.ts'

/** Checks that every link within the site leads to an existing page and item. */
export function checkLinks(
  { single, items }: ContentFolder,
  slugs: SlugIndex,
  faults: Faults,
): void {
  function check(file: string, data: object) {
    for (const [field, href] of listLinks(data)) {
      const fault = findLinkFault(href, slugs)
      if (fault !== null) faults.add(file, field, `Link to ${href}: ${fault}`)
    }
  }
  for (const [file, data] of Object.entries(single)) check(file, data)
  for (const [folder, list] of Object.entries(items)) {
    for (const item of list) check(`${folder}/${item.slug}.yaml`, item)
  }
}
