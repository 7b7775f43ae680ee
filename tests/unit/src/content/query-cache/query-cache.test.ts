import { beforeEach, expect, test } from 'vitest'
import {
  derive,
  fetchCached,
  evictUnused,
  recordReads,
  refreshQueries,
  type ChangeScope,
} from '#content/query-cache.ts'
import { ContentFaultError } from '#content/query-cache/content-fault.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'

interface Item {
  id: number
  title: string
  artists?: { id: number; name: string }[]
}

/** A mutable API of lists and items that records its requests. */
function openApi() {
  const content = { performances: [] as Item[], artists: [] as Item[] }
  let requested: string[] = []
  let clock = 0
  let onRequest: () => void | Promise<void> = () => {}
  const size = 2
  const readers = {
    performances: '/api/perform/',
    artists: '/api/artist/artist_',
  } as const
  type Kind = keyof typeof readers

  function read(kind: Kind, name: 'list' | 'detail', query: Record<string, string>) {
    const path = `${readers[kind]}${name}`
    const queryKey = makeQueryKey({ method: 'GET', path, locale: 'en', query })
    return fetchCached(queryKey, async () => {
      requested.push(`${path} ${Object.values(query).join()}`)
      await onRequest()
      if (name === 'list') {
        const page = Number(query['page'])
        const items = content[kind].slice((page - 1) * size, page * size)
        return structuredClone({
          items,
          total: content[kind].length,
          server_time: `${(clock += 1)}`,
        })
      }
      const index = content[kind].findIndex(({ id }) => String(id) === query['id'])
      const item = content[kind][index]
      if (!item) {
        const fault = { kind, field: null, reason: 'no item', effect: 'gone' } as const
        throw new ContentFaultError({ ...fault, subject: `${kind} ${query['id']}`, locale: 'en' })
      }
      const newer = content[kind][index - 1]
      return structuredClone({
        ...item,
        newer: newer ? { id: newer.id, title: newer.title } : null,
      })
    })
  }

  return {
    content,
    list: (kind: Kind, page: number) => read(kind, 'list', { page: String(page) }),
    item: (kind: Kind, id: number) => read(kind, 'detail', { id: String(id) }),
    /** Runs a function at each further request. */
    onRequest(run: () => void | Promise<void>) {
      onRequest = run
    },
    /** The requests since the last call. */
    takeRequests() {
      const taken = requested.toSorted()
      requested = []
      return taken
    },
  }
}

type Api = ReturnType<typeof openApi>

async function requestAll(api: Api): Promise<void> {
  for (const kind of ['performances', 'artists'] as const) {
    const { length } = api.content[kind]
    for (let page = 1; page <= Math.max(1, Math.ceil(length / 2)); page += 1) {
      await api.list(kind, page)
    }
    for (const { id } of api.content[kind]) await api.item(kind, id)
  }
  api.takeRequests()
}

const listChanged = async (scope: ChangeScope) =>
  [...(await refreshQueries({ scope }))]
    .map((queryKey) => queryKey.replace(/^GET \/api\//, '').replace(/ en \[|,\{\}\]$/g, ' '))
    .map((queryKey) => queryKey.trim())
    .toSorted()

const performance = (id: number, title = `p${id}`): Item => ({ id, title, artists: [] })

let api: Api
beforeEach(async () => {
  evictUnused([])
  api = openApi()
  api.content.performances = [7, 6, 5, 4, 3].map((id) => performance(id))
  api.content.artists = [{ id: 21, title: 'a21' }]
  await requestAll(api)
})

test('refetches results that contain an item and the first pages of its lists only', async () => {
  api.content.performances[2] = performance(5, 'another')
  expect(await listChanged([{ kind: 'performances', id: 5 }])).toEqual([
    'perform/detail {"id":"4"}',
    'perform/detail {"id":"5"}',
    'perform/list {"page":"2"}',
  ])
  // 4 names 5 as its newer neighbour; 3, 6, 7 and the artists are not requested.
  expect(api.takeRequests()).toEqual([
    '/api/perform/detail 4',
    '/api/perform/detail 5',
    '/api/perform/list 1',
    '/api/perform/list 2',
  ])
})

test('refetches shifted pages and neighbours for a new item', async () => {
  api.content.performances.splice(3, 0, performance(99))
  const changed = await listChanged([{ kind: 'performances', id: 99 }])
  expect(changed).toContain('perform/list {"page":"2"}')
  expect(changed).toContain('perform/list {"page":"3"}')
  // 99 now precedes 4, which no cached result showed.
  expect(changed).toContain('perform/detail {"id":"4"}')
  expect(changed).not.toContain('perform/detail {"id":"7"}')
})

test('caches the 404 of a deleted item and refetches its neighbours', async () => {
  api.content.performances.splice(2, 1)
  const changed = await listChanged([{ kind: 'performances', id: 5 }])
  expect(changed).toContain('perform/detail {"id":"5"}')
  expect(changed).toContain('perform/detail {"id":"4"}')
  await expect(api.item('performances', 5)).rejects.toThrow('no item')
})

test('refetches items that enter a result until there are no new ones', async () => {
  api.content.performances[0] = { id: 7, title: 'p7', artists: [{ id: 21, name: 'a21' }] }
  await listChanged([{ kind: 'performances', id: 7 }])
  expect(api.takeRequests()).toContain('/api/artist/artist_detail 21')
})

test('matches an id by kind, unless a result does not reveal the kind', async () => {
  await refreshQueries({ scope: [{ kind: 'performances', id: 21 }] })
  expect(api.takeRequests()).toEqual(['/api/perform/list 1'])
  await refreshQueries({ scope: [{ kind: 'artists', id: 5 }] })
  // The neighbour in the result of 4 has no kind.
  expect(api.takeRequests()).toEqual([
    '/api/artist/artist_list 1',
    '/api/perform/detail 4',
    '/api/perform/list 1',
  ])
})

test('refetches everything without hints or with an unknown kind', async () => {
  for (const scope of ['all', [{ kind: 'pages', id: 1 }]] satisfies ChangeScope[]) {
    expect(await listChanged(scope)).toEqual([])
    expect(api.takeRequests()).toHaveLength(3 + 5 + 1 + 1)
  }
})

test('ignores a changed request time, and keeps results if a call fails', async () => {
  expect(await listChanged('all')).toEqual([])
  api.content.performances[0] = performance(7, 'another')
  const aborted = new AbortController()
  aborted.abort()
  await expect(refreshQueries({ scope: 'all', signal: aborted.signal })).rejects.toThrow()
  expect(await api.item('performances', 7)).toMatchObject({ title: 'p7' })
})

test('keeps all results if a list responds with 404', async () => {
  api.onRequest(() => {
    throw new Error('no list', { cause: Object.assign(new Error(), { code: 404 }) })
  })
  await expect(refreshQueries({ scope: 'all' })).rejects.toThrow('no list')
  api.takeRequests()
  expect(await api.list('performances', 1)).toMatchObject({ total: 5 })
  expect(api.takeRequests()).toEqual([])
})

test('keeps all results if a sweep is cancelled', async () => {
  api.content.performances = api.content.performances.map(({ id }) => performance(id, 'another'))
  const aborter = new AbortController()
  api.onRequest(() => aborter.abort())
  const sweep = refreshQueries({ scope: 'all', concurrency: 1, signal: aborter.signal })
  await expect(sweep).rejects.toThrow('aborted')
  expect(api.takeRequests()).toHaveLength(1)
  expect(await api.item('performances', 7)).toMatchObject({ title: 'p7' })
})

test('sends no further requests after a call has failed', async () => {
  api.onRequest(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('the API is away')
  })
  await expect(refreshQueries({ scope: 'all', concurrency: 2 })).rejects.toThrow('the API is away')
  api.takeRequests()
  await new Promise((resolve) => setImmediate(resolve))
  expect(api.takeRequests()).toEqual([])
})

test('invalidates a derived query only if its value changes', async () => {
  const makeIds = async () => {
    const { items } = (await api.list('performances', 1)) as { items: Item[] }
    return items.map(({ id }) => id)
  }
  const readFirst = () => derive('ids', makeIds).then((ids) => ids[0])
  const { reads } = await recordReads(() => derive('first', readFirst))
  expect([...reads]).toEqual(['derived first'])
  api.content.performances[0] = performance(7, 'another')
  const byTitle = await refreshQueries({ scope: 'all' })
  expect([...byTitle].filter((name) => name.startsWith('derived'))).toEqual([])
  api.content.performances.shift()
  expect(await refreshQueries({ scope: 'all' })).toContain('derived first')
  expect(await derive('first', readFirst)).toBe(6)
})

test('evicts queries that no page reads, with their inputs', async () => {
  const { reads } = await recordReads(() => derive('seven', () => api.item('performances', 7)))
  evictUnused(reads)
  await listChanged('all')
  expect(api.takeRequests()).toEqual(['/api/perform/detail 7'])
})
