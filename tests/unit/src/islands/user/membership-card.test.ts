import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createTexts } from '#islands/ui/create-texts.ts'
import { MembershipCard } from '#islands/user/MembershipCard.tsx'
import { getUserMessages } from '#islands/user/texts.ts'

const renderCard = (seal: string | null) =>
  renderToStaticMarkup(
    createElement(MembershipCard, {
      membership: { status: 'none' },
      serverTime: '2027-05-08T19:30:00+08:00',
      offer: 'Twelve evenings',
      seal,
      locale: 'en',
      t: createTexts(getUserMessages('en')),
    }),
  )

test('the membership card bears the seal of the site', () => {
  expect(renderCard('RP')).toMatch(/class="seal"[^>]*data-latin="true".*<span>R<\/span><span>P</)
  expect(renderCard('山月')).toMatch(/class="seal"(?![^>]*data-latin).*<span>山<\/span><span>月</)
})

test('the membership card of a site without a seal has none', () => {
  expect(renderCard(null)).not.toContain('seal')
})
