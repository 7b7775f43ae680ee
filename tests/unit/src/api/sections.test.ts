import { expect, test } from 'vitest'
import { findSection, findDisabledSection, isShownPath, SECTIONS } from '#api/sections.ts'
import { ROUTES } from '#routes.ts'

test.each([
  ['/drama/detail', 'performances'],
  ['/course/detail/12', 'courses'],
  ['/course/activity-form', 'activities'],
  ['/course/newDetail/page-2', 'news'],
  ['/feeds/artist-news.xml', 'news'],
  ['/calendar/ics/all.ics', 'calendar'],
  ['/', null],
  ['/user/user', null],
  ['/newsroom', null],
])('%s belongs to %s', (path, section) => {
  expect(findSection(path)).toBe(section)
})

test('every section has routes, none of which is shown when it is disabled', () => {
  for (const off of SECTIONS) {
    const own = ROUTES.filter(({ path }) => findSection(path) === off)
    expect(own.length, off).toBeGreaterThan(0)
    const sections = SECTIONS.filter((section) => section !== off)
    expect(own.filter(({ path }) => isShownPath(path, sections))).toEqual([])
  }
})

test.each([
  ['/api/perform/list', ['courses'], 'performances'],
  ['/api/perform/list', ['performances'], null],
  ['/api/perform/news_list', ['performances'], 'news'],
  ['/api/course/calendar', ['activities'], null],
  ['/api/course/calendar', ['artists'], 'courses'],
  ['/api/course/activity_datelist', ['courses'], 'activities'],
  ['/api/index/init', [], null],
] as const)('%s with the sections %j is switched off by %s', (path, enabled, section) => {
  expect(findDisabledSection(path, enabled)).toBe(section)
})
