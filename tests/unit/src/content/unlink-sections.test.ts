import { expect, test } from 'vitest'
import { SECTIONS } from '#api/sections.ts'
import { unlinkSections } from '#content/unlink-sections.ts'

const sections = SECTIONS.filter((section) => section !== 'artists')

test('makes text of a name that leads into a section that is off', () => {
  const html =
    '<p><a class="who" href="/en/artist/detail?id=3" rel="noopener">Mei</a> <a href="/about/about">us</a></p>'
  expect(unlinkSections(html, sections)).toBe(
    '<p><span class="who">Mei</span> <a href="/about/about">us</a></p>',
  )
})

test('leaves out a button that only leads there', () => {
  const html = '<a class="quiet-link more" href="/artist/masonry">All artists</a><b>x</b>'
  expect(unlinkSections(html, sections)).toBe('<b>x</b>')
})

test('changes nothing where all sections are on', () => {
  const html = '<a href="/artist/home">Artists</a>'
  expect(unlinkSections(html, SECTIONS)).toBe(html)
})
