import { expect, test } from 'vitest'
import { SECTIONS } from '#api/sections.ts'
import { unlinkSections, writeSectionSheet } from '#content/unlink-sections.ts'

const sections = SECTIONS.filter((section) => section !== 'artists')

test('turns a link to a disabled section into text', () => {
  const html =
    '<p><a class="who" href="/en/artist/detail?id=3" rel="noopener">Mei</a> <a href="/about/about">us</a></p>'
  expect(unlinkSections(html, sections)).toBe(
    '<p><span class="who">Mei</span> <a href="/about/about">us</a></p>',
  )
})

test('removes a button that links to a disabled section', () => {
  const html = '<a class="quiet-link more" href="/artist/masonry">All artists</a><b>x</b>'
  expect(unlinkSections(html, sections)).toBe('<b>x</b>')
})

test('removes the link that adds dates to a calendar, on a site without one', () => {
  const html =
    '<a class="to-calendar tap" href="/en/calendar/ics/course-1.ics" type="text/calendar">Add</a><b>x</b>'
  expect(unlinkSections(html, ['courses'])).toBe('<b>x</b>')
})

test('changes nothing if all sections are enabled', () => {
  const html = '<a href="/artist/home">Artists</a>'
  expect(unlinkSections(html, SECTIONS)).toBe(html)
})

test('hides buttons of islands that link to disabled sections', () => {
  const withoutCalendar = SECTIONS.filter((section) => section !== 'calendar')
  expect(writeSectionSheet(withoutCalendar, 'en')).toBe(
    ':is(.button,.quiet-link):is([href^="/en/calendar/calendar"]){display:none!important}\n',
  )
  const sheet = writeSectionSheet(['courses'], 'zh-cn')
  expect(sheet).toContain('[href^="/drama/home"]')
  expect(sheet).not.toMatch(/"\/(?:course\/home|order|pay)/)
  expect(writeSectionSheet(SECTIONS, 'en')).toBe('')
})
