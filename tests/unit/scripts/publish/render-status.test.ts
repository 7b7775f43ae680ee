import { afterEach, expect, test } from 'vitest'
import { setVenueTimeZone } from '#i18n/format.ts'
import { renderStatus } from '#scripts/publish/status-page/status-page.ts'
import type { PublishStatus } from '#scripts/publish/status.ts'

const STATUS: PublishStatus = {
  live: {
    id: '20270508T113000-000',
    since: '2027-05-08T11:31:00.000Z',
    createdAt: '2027-05-08T11:30:00.000Z',
    pages: 12,
  },
  building: null,
  again: false,
  builds: [],
}

afterEach(() => setVenueTimeZone('Asia/Shanghai'))

test.each([
  ['Asia/Shanghai', 'zh-cn', '2027年5月8日 19:31:00'],
  ['Asia/Shanghai', 'en', '8 May 2027, 19:31:00'],
  ['America/New_York', 'en', '8 May 2027, 07:31:00'],
] as const)('the status page shows times at the venue: %s, %s', async (zone, locale, text) => {
  setVenueTimeZone(zone)
  expect((await renderStatus(STATUS, locale)).toString()).toContain(text)
})

const BUILDING: PublishStatus = {
  ...STATUS,
  building: { cause: 'content', since: '2027-05-08T11:40:00.000Z', phase: 'render', done: 3 },
}

test.each([
  ['zh-cn', '内容改动 · 开始于'],
  ['en', 'content changed · since'],
] as const)('the status page shows when a build began: %s', async (locale, text) => {
  const html = (await renderStatus(BUILDING, locale)).toString()
  expect(html.replaceAll(/\s+/g, ' ')).toContain(text)
})

test.each([3, 0])('the progress bar of a build has a name: %d pages done', async (done) => {
  const building = BUILDING.building && { ...BUILDING.building, done }
  const html = (await renderStatus({ ...BUILDING, building }, 'en')).toString()
  expect(html).toMatch(/<progress[^>]* aria-label="rendering pages"/)
})
