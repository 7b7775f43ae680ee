import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import type { OrderType } from '#api/order.ts'
import { setVenueTimeZone } from '#i18n/format.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'
import { Membership, MembershipCard } from '#features/account/Membership.tsx'

type Props = Parameters<typeof MembershipCard>[0]

afterEach(() => setVenueTimeZone('Asia/Shanghai'))

const renderCard = (
  seal: Props['seal'],
  membership: Props['membership'] = { status: 'none' },
  serverTime = '2027-05-08T19:30:00+08:00',
) =>
  renderToStaticMarkup(
    createElement(MembershipCard, {
      membership,
      serverTime,
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

test.each([
  // Clocks go back in New York and on Lord Howe Island, and forward in London.
  ['America/New_York', '2027-10-15T19:30:00-04:00', '2027-11-15T19:30:00-05:00', '31 days left'],
  ['Australia/Lord_Howe', '2027-04-03T12:00:00+11:00', '2027-04-05T12:00:00+10:30', '2 days left'],
  ['Europe/London', '2027-03-27T19:30:00+00:00', '2027-03-28T19:30:00+01:00', '1 day left'],
  ['Europe/London', '2027-03-27T18:45:00+00:00', '2027-03-28T19:30:00+01:00', '2 days left'],
  ['Asia/Kathmandu', '2027-12-31T23:00:00+05:45', '2028-01-31T23:00:00+05:45', '31 days left'],
])('counts the days of a membership in %s from %s to %s', (zone, from, until, text) => {
  setVenueTimeZone(zone)
  expect(renderCard(null, { status: 'active', from, until }, from)).toContain(
    `<span>${text}</span>`,
  )
})

test('offers neither memberships nor class hours on a site that sells none', () => {
  const render = (data: object, kinds: OrderType[]) =>
    renderToStaticMarkup(
      createElement(Membership, {
        site: {
          citys: [],
          offer: 'Offer',
          seal: null,
          signIn: [],
          hasCourses: kinds.includes('course'),
          visits: null,
          reminders: [],
          takesApplications: false,
        },
        hasOrders: true,
        state: {
          status: 'done',
          data: {
            membership: { status: 'none' },
            packages: [],
            balance_fen: 0,
            class_hours: [],
            server_time: '2027-05-08T19:30:00+08:00',
            ...data,
          },
        },
        retry: () => {},
        locale: 'en',
        t: createIslandTexts('en', 'user'),
      }),
    )
  const plain = render({}, ['performance'])
  expect(plain).toContain('Balance')
  expect(plain).not.toMatch(/Not a member yet|See memberships|Class hours/)
  const hours = [{ package: 'Twelve', hours_left: 3, expires_at: null }]
  expect(render({ class_hours: hours }, ['performance'])).toContain('Class hours')
  const packages = [{ id: 1, name: 'Year', summary: '', benefits: [], months: 12, price_fen: 100 }]
  expect(render({ packages }, ['performance'])).toContain('See memberships')
  expect(render({}, ['course'])).toContain('Class hours')
})
