import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { MembershipCard } from '#features/account/Membership.tsx'

const renderCard = (seal: string | null) =>
  renderToStaticMarkup(
    createElement(MembershipCard, {
      membership: { status: 'none' },
      serverTime: '2027-05-08T19:30:00+08:00',
      offer: 'Twelve evenings',
      seal,
      locale: 'en',
      t: createIslandTexts('en', 'user'),
    }),
  )

test("shows the site's seal on the membership card", () => {
  expect(renderCard('RP')).toMatch(/class="seal"[^>]*data-latin="true".*<span>R<\/span><span>P</)
  expect(renderCard('山月')).toMatch(/class="seal"(?![^>]*data-latin).*<span>山<\/span><span>月</)
})

test('shows no seal on the card of a site without one', () => {
  expect(renderCard(null)).not.toContain('seal')
})
