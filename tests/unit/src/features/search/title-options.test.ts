import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SECTIONS } from '#api/sections.ts'
import { TitleOptions } from '#features/search/box/TitleOptions.tsx'
import { findSitePages } from '#features/search/site-pages.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { buildHit } from './build-hit.ts'

const t = createIslandTexts('en', 'search')

test.each([
  ['peo', ['performance 1', 'Artists']],
  ['artists', ['Artists', 'performance 1']],
  ['people', ['Artists', 'performance 1']],
])('the suggestions for %s are in the order %s', (q, titles) => {
  const options = createElement(TitleOptions, {
    id: 'list',
    active: -1,
    q,
    hits: [buildHit('performance', 1, false)],
    pages: findSitePages(q, SECTIONS, t),
    onChoose: () => {},
    locale: 'en',
    t,
  })
  const shown = renderToStaticMarkup(options).matchAll(/class="title">(.*?)<\/span>/g)
  expect([...shown].map(([, title = '']) => title.replaceAll(/<.*?>/g, ''))).toEqual(titles)
})
