import { afterEach, expect, test, vi } from 'vitest'
import { requestMonth } from '#features/calendar/request.ts'
import { buildEntry } from './build-entry.ts'

/** Responds to both calendars with one entry. @returns the paths of the calls */
function respond(): string[] {
  const paths: string[] = []
  vi.stubGlobal('location', { pathname: '/calendar/calendar' })
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path)
    const data = {
      month: '2027-05',
      entries: [buildEntry()],
      server_time: '2027-05-05T12:00:00+08:00',
    }
    return Promise.resolve(Response.json({ code: 200, msg: '', time: 0, data }))
  })
  return paths
}

afterEach(() => void vi.unstubAllGlobals())

test.each([
  [
    ['performance', 'course', 'activity'],
    ['/api/perform/calendar', '/api/course/calendar'],
  ],
  [['performance'], ['/api/perform/calendar']],
  [['activity'], ['/api/course/calendar']],
] as const)('requests a month of %j by %j only', async (kinds, expected) => {
  const paths = respond()
  const { entries } = await requestMonth(kinds, '2027-05', new AbortController().signal)
  expect(paths).toEqual(expected)
  expect(entries).toHaveLength(expected.length)
})
