import type { Faults } from './faults.ts'
import type { SlugIndex } from './index-slugs.ts'
import { findLinkFault, listLinks } from './links.ts'
import type { ContentFolder } from './read-folder.ts'
import { listFiles } from './sources.ts'

/** Checks that every link within the site leads to an existing page and item. */
export function checkLinks(folder: ContentFolder, slugs: SlugIndex, faults: Faults): void {
  for (const [file, data] of listFiles(folder)) {
    for (const [field, href] of listLinks(data)) {
      const fault = findLinkFault(href, slugs)
      if (fault !== null) faults.add(file, field, `Link to ${href}: ${fault}`)
    }
  }
}
