import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArtistDetail } from '#api/artist.ts'
import type { NewsDetail } from '#api/news.ts'
import { buildActivityEvents } from '#integrations/seo/activity.ts'
import type { SeoContext } from '#integrations/seo/context.ts'
import { buildCourse } from '#integrations/seo/course.ts'
import { buildNewsArticle } from '#integrations/seo/news-article.ts'
import { buildTheaterEvents } from '#integrations/seo/performance.ts'
import { buildPerson } from '#integrations/seo/person.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'

const context: SeoContext = { locale: 'en', origin: 'https://house.example' }
const images = ['https://house.example/images/poster.webp']
const organization = 'Little House'
let api: TestAdminApi

beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

describe('structured data of a performance', () => {
  const read = async (canBuyOnline = true) =>
    buildTheaterEvents(
      await api.read('GET /api/perform/detail', { query: { id: 1 }, lang: 'en' }),
      { name: organization, canBuyOnline },
      images,
      context,
    )

  test('has an event for each show, with place and performers', async () => {
    const events = await read()
    expect(events).toHaveLength(7)
    expect(events[1]).toMatchObject({
      '@type': 'TheaterEvent',
      name: 'Teahouse',
      startDate: '2027-05-14T19:30:00+08:00',
      endDate: '2027-05-14T22:00:00+08:00',
      url: 'https://house.example/en/drama/detail?id=1',
      location: {
        name: 'Little House · Stage',
        address: { streetAddress: '19 Mianzhan Road', addressLocality: 'Shanghai' },
      },
      performer: [
        { name: 'Mei Lan', url: 'https://house.example/en/artist/detail?id=2' },
        { name: 'Nobody' },
      ],
      typicalAgeRange: '12-',
    })
    expect(events[1]).not.toHaveProperty('performer.1.url')
  })

  test('offers tickets in store only if the site cannot sell them', async () => {
    const events = await read(false)
    expect(events[1]).toMatchObject({
      offers: {
        availability: 'https://schema.org/InStoreOnly',
        url: 'https://house.example/en/drama/detail?id=1',
      },
    })
  })

  test('offers shows on sale at their tier prices in yuan', async () => {
    const events = await read()
    expect(events[1]).toMatchObject({
      eventStatus: 'https://schema.org/EventScheduled',
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: '180.50',
        highPrice: '380.00',
        priceCurrency: 'CNY',
        availability: 'https://schema.org/InStock',
        url: 'https://house.example/en/drama/buyTicket?id=1',
        validFrom: '2027-04-25T10:00:00+08:00',
      },
    })
    expect(events[3]).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } })
  })

  test('offers a show from its own lowest price upwards, by the organisation without a cast', async () => {
    const detail = await api.read('GET /api/perform/detail', { query: { id: 1 }, lang: 'en' })
    const [, second] = detail.tiers.map(({ price_fen }) => price_fen).toSorted((a, b) => a - b)
    const shows = detail.shows.map((show) => ({ ...show, price_from_fen: second ?? 0 }))
    const seller = { name: organization, canBuyOnline: true }
    const events = buildTheaterEvents({ ...detail, shows, cast: [] }, seller, images, context)
    expect(events[1]).toMatchObject({
      performer: { name: organization },
      offers: { '@type': 'Offer', price: '380.00' },
    })
  })

  test('marks cancelled and moved shows, and has no offers for them and for past shows', async () => {
    const events = await read()
    expect(events[5]).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
    expect(events[6]).toMatchObject({ eventStatus: 'https://schema.org/EventPostponed' })
    for (const index of [0, 5, 6]) expect(events[index]).not.toHaveProperty('offers')
  })
})

describe('structured data of a course', () => {
  test('has an instance with a schedule for each date', async () => {
    const detail = await api.read('GET /api/course/detail', { query: { id: 1 }, lang: 'en' })
    const course = buildCourse(detail, organization, images, context)
    expect(course).toMatchObject({
      '@type': 'Course',
      provider: { name: organization },
      educationalLevel: 'Beginner',
      offers: [{ category: 'Paid', price: '120.00', priceCurrency: 'CNY' }, { price: '990.00' }],
    })
    expect(course.hasCourseInstance).toHaveLength(detail.dates.length)
    expect(course.hasCourseInstance).toContainEqual(
      expect.objectContaining({
        courseMode: 'Onsite',
        courseWorkload: 'PT12H',
        courseSchedule: expect.objectContaining({
          startDate: '2027-05-11',
          startTime: '19:00',
          endTime: '21:00',
          scheduleTimezone: 'Asia/Shanghai',
        }),
      }),
    )
  })

  test('has the places, the offer and the last day of a date, and free courses', async () => {
    const detail = await api.read('GET /api/course/detail', { query: { id: 1 }, lang: 'en' })
    const [date] = detail.dates
    if (!date) throw new Error('the course has no dates')
    const ends_at = '2027-05-12T21:00:00+08:00'
    const open = { ...date, ends_at, state: 'open', capacity: 12, places_left: 5 } as const
    const free = { ...detail, price_fen: 0, packages: [], dates: [open] }
    expect(buildCourse(free, organization, images, context)).toMatchObject({
      offers: [{ category: 'Free', price: '0.00' }],
      hasCourseInstance: [
        {
          courseSchedule: { endDate: '2027-05-12' },
          maximumAttendeeCapacity: 12,
          remainingAttendeeCapacity: 5,
          offers: { availability: 'https://schema.org/InStock' },
        },
      ],
    })
  })

  test('has an on-site instance without dates', async () => {
    const detail = await api.read('GET /api/course/detail', { query: { id: 1 }, lang: 'en' })
    const course = buildCourse(
      { ...detail, dates: [], level: 'open' },
      organization,
      images,
      context,
    )
    expect(course.hasCourseInstance).toMatchObject({
      courseMode: 'Onsite',
      courseWorkload: 'PT12H',
    })
    expect(course).not.toHaveProperty('educationalLevel')
  })
})

test('describes an activity as one event per date, with an offer in the application period', async () => {
  const detail = await api.read('GET /api/course/activity_detail', { query: { id: 1 } })
  const events = buildActivityEvents(detail, organization, images, { ...context, locale: 'zh-cn' })
  expect(events).toHaveLength(detail.dates.length)
  expect(events[0]).toMatchObject({
    '@type': 'Event',
    url: 'https://house.example/course/activity?id=1',
    isAccessibleForFree: true,
    offers: { price: '0.00', validFrom: detail.opens_at, validThrough: detail.closes_at },
  })
})

describe('structured data of an artist', () => {
  const artist = {
    id: 3,
    name: '梅兰芳',
    latin_name: 'Mei Lanfang',
    group: 'master',
    discipline: { id: 5, name: '京剧' },
    born: 1894,
    died: 1961,
    summary: '水袖先开口。',
  } satisfies Partial<ArtistDetail>

  test('has the years and both names of the person', () => {
    const person = buildPerson(artist, organization, images, context)
    expect(person).toMatchObject({ alternateName: 'Mei Lanfang', birthDate: '1894' })
    expect(person).toMatchObject({ deathDate: '1961', hasOccupation: { name: '京剧' } })
    expect(person).not.toHaveProperty('memberOf')
  })

  test('links an ensemble member to the organisation and omits unknown years', () => {
    const person = buildPerson(
      { ...artist, name: 'Mei Lanfang', group: 'ensemble', born: null, died: null },
      organization,
      images,
      context,
    )
    expect(person).toMatchObject({ memberOf: { name: organization } })
    for (const field of ['birthDate', 'deathDate', 'alternateName']) {
      expect(person).not.toHaveProperty(field)
    }
  })
})

test('describes a news item with date, publisher, subject and language', () => {
  const news = {
    kind: 'course',
    id: 9,
    langs: ['zh-cn'],
    title: '标题',
    summary: '摘要',
    published_at: '2027-05-01T09:00:00+08:00',
    subject: { id: 4, name: '即兴' },
  } satisfies Partial<NewsDetail>
  const logo = { '@type': 'ImageObject', url: 'https://house.example/logo.png' } as const
  expect(buildNewsArticle(news, { name: organization, logo }, images, context)).toMatchObject({
    '@type': 'NewsArticle',
    headline: '标题',
    inLanguage: 'zh-CN',
    datePublished: '2027-05-01T09:00:00+08:00',
    url: 'https://house.example/en/course/newDetail?id=9',
    publisher: { name: organization, logo },
    about: { name: '即兴', url: 'https://house.example/en/course/detail?id=4' },
  })
})
