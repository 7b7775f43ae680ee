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
])('assigns %s to %s', (path, section) => {
  expect(findSection(path)).toBe(section)
})

test('gives every section routes, and hides all of them when it is disabled', () => {
  for (const disabled of SECTIONS) {
    const ownRoutes = ROUTES.filter(({ path }) => findSection(path) === disabled)
    expect(ownRoutes.length, disabled).toBeGreaterThan(0)
    const sections = SECTIONS.filter((section) => section !== disabled)
    expect(ownRoutes.filter(({ path }) => isShownPath(path, sections))).toEqual([])
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
] as const)('disables %s with the sections %j because of %s', (path, enabled, section) => {
  expect(findDisabledSection(path, enabled)).toBe(section)
})
