import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { Filters } from '#features/orders/Filters.tsx'

const listTabs = (type: 'course' | null) => {
  const filters = createElement(Filters, {
    filter: { type, status: null },
    kinds: ['performance', 'recharge'],
    onStatus: () => {},
    locale: 'en',
    t: createIslandTexts('en', 'order'),
  })
  const [tabs = ''] = renderToStaticMarkup(filters).split('</nav>')
  return [...tabs.matchAll(/>([^<>]+)<\/a>/g)].map(([, name]) => name)
}

test('orders have tabs for the kinds that the site sells, and for the kind of the page', () => {
  expect(listTabs(null)).toEqual(['All', 'Performances', 'Top-ups'])
  expect(listTabs('course')).toEqual(['All', 'Performances', 'Courses', 'Top-ups'])
})
