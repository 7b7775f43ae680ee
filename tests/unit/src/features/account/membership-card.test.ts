import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { MembershipCard } from '#features/account/Membership.tsx'

type Props = Parameters<typeof MembershipCard>[0]

const renderCard = (seal: Props['seal'], membership: Props['membership'] = { status: 'none' }) =>
  renderToStaticMarkup(
    createElement(MembershipCard, {
      membership,
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

test('members can renew before their membership ends', () => {
  const active = {
    status: 'active',
    from: '2026-05-09T00:00:00+08:00',
    until: '2027-05-09T00:00:00+08:00',
  } as const
  expect(renderCard(null, active)).toMatch(/href="\/en\/pay\/member">Renew</)
})
