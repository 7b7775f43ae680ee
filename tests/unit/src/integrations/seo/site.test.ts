import { describe, expect, test } from 'vitest'
import type { Place } from '#api/primitives.ts'
import { buildBreadcrumb, listCrumbs } from '#integrations/seo/breadcrumb.ts'
import type { SeoContext } from '#integrations/seo/context.ts'
import { serializeGraph } from '#integrations/seo/describe-page.ts'
import { buildOrganization, buildWebSite } from '#integrations/seo/organization.ts'
import { buildVideos } from '#integrations/seo/video.ts'
import type { MessageKey, Translate } from '#i18n/messages.ts'

const context: SeoContext = { locale: 'en', origin: 'https://house.example' }
const t: Translate = (key: MessageKey) => key
const place = (venue: number, hall: string): Place => ({
  city: { id: 1, name: 'Shanghai' },
  venue: { id: venue, name: `Venue ${venue}` },
  hall: { id: 1, name: hall },
  address: `${venue} Road`,
})

test('lists each venue of the organisation once', () => {
  const logo = { '@type': 'ImageObject', url: 'https://house.example/seal.png' } as const
  const site = {
    name: 'Entracte',
    tagline: 'A theatre',
    seo_description: 'A theatre that is also a school',
    phone: null,
    email: 'hello@house.example',
    otherNames: ['幕间', 'Entracte'],
    logo,
  }
  const places = [place(1, 'Stage'), place(2, 'Garden'), place(1, 'Studio')]
  const organization = buildOrganization(site, places, context)
  expect(organization).toMatchObject({
    '@id': 'https://house.example/#organization',
    alternateName: ['幕间'],
    email: 'hello@house.example',
    location: [
      { '@type': 'PerformingArtsTheater', name: 'Venue 1', address: { streetAddress: '1 Road' } },
      { name: 'Venue 2' },
    ],
  })
  expect(organization).not.toHaveProperty('telephone')
})

test('has the search action of the site', () => {
  const site = { name: 'Entracte', sections: ['search' as const] }
  expect(buildWebSite(site, context)).toMatchObject({
    url: 'https://house.example/en',
    potentialAction: {
      target: { urlTemplate: 'https://house.example/en/search/list?q={search_term_string}' },
      'query-input': 'required name=search_term_string',
    },
  })
})

test('has no search action without a search page', () => {
  const site = { name: 'Entracte', sections: ['courses' as const] }
  expect(buildWebSite(site, context)).not.toHaveProperty('potentialAction')
})

describe('breadcrumb trail', () => {
  const listTrail = (...page: Parameters<typeof listCrumbs>) =>
    buildBreadcrumb(listCrumbs(...page), context)

  test('leads from the home page through the list to an item', () => {
    const crumb = { name: 'Teahouse', route: '/drama/detail', query: { id: 1 } } as const
    expect(listTrail(crumb, t).itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'nav:home', item: 'https://house.example/en' },
      {
        '@type': 'ListItem',
        position: 2,
        name: 'nav:drama',
        item: 'https://house.example/en/drama/home',
      },
      {
        '@type': 'ListItem',
        position: 3,
        name: 'Teahouse',
        item: 'https://house.example/en/drama/detail?id=1',
      },
    ])
  })

  test.each([
    [{ name: 'Visit', route: '/course/activity', query: { id: 2 } }, ['nav:activity', 'Visit']],
    [
      { name: 'Item', route: '/course/newDetail', query: { id: 2 } },
      ['nav:course', 'seo:news_course', 'Item'],
    ],
    [{ name: 'List', route: '/news/detail', query: { page: 2 } }, ['seo:news_artist']],
    [{ name: 'About', route: '/about/about' }, ['About']],
  ] as const)('contains the pages above %o', (crumb, names) => {
    expect(listCrumbs(crumb, t).map(({ name }) => name)).toEqual(['nav:home', ...names])
  })
})

describe('videos in a body', () => {
  const picture = { alt: '', width: 640, height: 360, src: '/images/p.webp', sources: [] }
  const block = {
    type: 'video',
    caption: null,
    video: {
      url: '/media/a.mp4',
      title: 'The curtain',
      poster: picture,
      width: 640,
      height: 360,
      duration_s: 8.4,
      captions: [],
    },
  } as const

  test('are described with absolute URLs', () => {
    const body = [
      { type: 'heading', level: 2, text: 'A' } as const,
      { ...block, video: { ...block.video, captions: [] } },
    ]
    const published_at = '2027-05-08T10:00:00+08:00'
    expect(buildVideos({ body, summary: 'Summary', published_at }, context)).toEqual([
      {
        '@type': 'VideoObject',
        name: 'The curtain',
        description: 'Summary',
        thumbnailUrl: 'https://house.example/images/p.webp',
        contentUrl: 'https://house.example/media/a.mp4',
        uploadDate: '2027-05-08T10:00:00+08:00',
        duration: 'PT8S',
        width: '640',
        height: '360',
      },
    ])
  })
})

test('escapes data so that it cannot close its script element', () => {
  const json = serializeGraph([{ '@type': 'Thing', name: '</script><script>alert(1)' }])
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toMatchObject({ '@graph': [{ name: '</script><script>alert(1)' }] })
})
