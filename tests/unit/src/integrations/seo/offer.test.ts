import { describe, expect, test } from 'vitest'
import { buildOffer, formatAmount, readEventStatus } from '#integrations/seo/offer.ts'

const url = 'https://house.example/buy'

describe('buildOffer', () => {
  test.each([
    ['not_on_sale', 'PreOrder'],
    ['not_open', 'PreOrder'],
    ['not_started', 'PreOrder'],
    ['on_sale', 'InStock'],
    ['open', 'InStock'],
    ['few_left', 'LimitedAvailability'],
    ['all_held', 'LimitedAvailability'],
    ['sold_out', 'SoldOut'],
    ['full', 'SoldOut'],
  ] as const)('has for the state %s the availability %s', (state, availability) => {
    expect(buildOffer({ state, prices: [8000], url })).toEqual({
      '@type': 'Offer',
      price: '80.00',
      priceCurrency: 'CNY',
      availability: `https://schema.org/${availability}`,
      url,
    })
  })

  test.each([
    ['on_sale', 'InStoreOnly'],
    ['few_left', 'InStoreOnly'],
    ['sold_out', 'SoldOut'],
    ['not_on_sale', 'PreOrder'],
  ] as const)('has at the box office for the state %s the availability %s', (state, expected) => {
    expect(buildOffer({ state, prices: [8000], url, isInStoreOnly: true })).toMatchObject({
      availability: `https://schema.org/${expected}`,
    })
  })

  test.each(['sale_ended', 'applications_closed', 'ended', 'cancelled', 'moved'] as const)(
    'returns null for the state %s',
    (state) => {
      expect(buildOffer({ state, prices: [8000], url })).toBeNull()
    },
  )

  test('returns null without a price', () => {
    expect(buildOffer({ state: 'on_sale', prices: [], url })).toBeNull()
  })

  test('returns the range of several prices', () => {
    expect(buildOffer({ state: 'on_sale', prices: [38000, 8050, 18000], url })).toMatchObject({
      '@type': 'AggregateOffer',
      lowPrice: '80.50',
      highPrice: '380.00',
      offerCount: 3,
    })
    expect(buildOffer({ state: 'on_sale', prices: [8000, 8000], url })).toMatchObject({
      '@type': 'Offer',
      price: '80.00',
    })
  })
})

test('formats amounts as yuan with two decimals', () => {
  expect([0, 5, 18_050, 168_000].map(formatAmount)).toEqual(['0.00', '0.05', '180.50', '1680.00'])
})

test('marks only cancelled and moved shows as not taking place', () => {
  expect(readEventStatus('cancelled')).toMatch(/EventCancelled$/)
  expect(readEventStatus('moved')).toMatch(/EventPostponed$/)
  expect(readEventStatus('sold_out')).toMatch(/EventScheduled$/)
})
