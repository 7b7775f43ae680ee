import { expect, test } from 'vitest'
import { followSite } from '#scripts/publish/follow-site.ts'
import type { ChangedSite } from '#scripts/publish/live-builder/messages.ts'

const file = (hash: string) => ({ hash, size: 1 })
const policy = { 'content-security-policy': "default-src 'self'" }
const times = { fetchMs: 0, renderMs: 0, storeMs: 0 }
const change = (part: Partial<ChangedSite>): ChangedSite => ({
  stored: [],
  gone: [],
  headers: [],
  times,
  faults: [],
  ...part,
})

test('puts what has changed into the site of before, in the order of names', () => {
  const site = followSite()
  const first = site.apply(
    change({
      stored: [
        ['/c.html', file('c1')],
        ['/a.html', file('a1')],
        ['/e.html', file('e1')],
      ],
      headers: [
        ['/a.html', policy],
        ['/c.html', policy],
      ],
    }),
  )
  const second = site.apply(
    change({
      stored: [
        ['/f.html', file('f2')],
        ['/b.html', file('b2')],
        ['/c.html', file('c2')],
      ],
      gone: ['/a.html'],
      headers: [
        ['/a.html', null],
        ['/c.html', null],
        ['/b.html', policy],
      ],
    }),
  )
  expect([...first.files.keys()]).toEqual(['/a.html', '/c.html', '/e.html'])
  expect([...first.headers.keys()]).toEqual(['/a.html', '/c.html'])
  expect([...second.files].map(([name, { hash }]) => `${name} ${hash}`)).toEqual([
    '/b.html b2',
    '/c.html c2',
    '/e.html e1',
    '/f.html f2',
  ])
  expect([...second.headers]).toEqual([['/b.html', policy]])
})
