import { expect, test } from 'vitest'
import type { Section } from '#api/sections.ts'
import { readSiteOffer } from '#features/account/site-offer.ts'

test.each<[Section[], string | null]>([
  [['performances', 'courses'], '/drama/home'],
  [['courses', 'activities'], '/course/home'],
  // A link to a disabled section would lead to a missing page.
  [['activities', 'news'], null],
])('on a site of %o, members choose their next visit at %s', (sections, list) => {
  expect(readSiteOffer(sections).visits).toBe(list)
})
