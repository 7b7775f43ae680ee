import { expect, test, vi } from 'vitest'
import { getInitData, loadSiteInfo } from '#browser/init-data.ts'
import { createHeaders, readStoredToken } from '#browser/request-headers.ts'

const INIT = { lang: 'en', citys: [] }

function createWorld(answer: () => Promise<Response>) {
  const kept = new Map<string, string>()
  return {
    fetch: vi.fn<typeof globalThis.fetch>(answer),
    headers: () => createHeaders('en', null),
    storage: () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }),
    key: 'init-data',
    announce: vi.fn<(data: unknown) => void>(),
    log: vi.fn<(message: string, error: unknown) => void>(),
    isLeaving: vi.fn<() => boolean>(() => false),
  }
}

const envelope =
  (code: number, status = 200) =>
  () =>
    Promise.resolve(Response.json({ code, msg: '', time: 1, data: INIT }, { status }))

test(
  'getInitData loads the init data in a language, stores and announces them',
  { tags: ['S7.54'] },
  async () => {
    const world = createWorld(envelope(200))
    expect(await getInitData('en', world)).toEqual(INIT)
    expect(world.fetch).toHaveBeenCalledExactlyOnceWith(
      '/api/index/init',
      expect.objectContaining({ headers: { server: '0', lang: 'en', token: '' } }),
    )
    expect(world.announce).toHaveBeenCalledExactlyOnceWith(INIT)
    expect(JSON.parse(world.storage().getItem('init-data') ?? '')).toEqual({
      locale: 'en',
      data: INIT,
    })
  },
)

test.each([
  ['a network that fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a code that is no success', envelope(500)],
  ['a gateway without an API', () => Promise.resolve(new Response('Bad Gateway', { status: 502 }))],
])('logs %s and rethrows', { tags: ['S8.10'] }, async (_name, answer) => {
  const world = createWorld(answer)
  await expect(getInitData('en', world)).rejects.toThrow()
  expect(world.log).toHaveBeenCalledExactlyOnceWith('[init]', expect.any(Error))
  expect(world.storage().getItem('init-data')).toBeNull()
})

test('a failure before a route change is only logged', { tags: ['S2.74', 'S8.11'] }, async () => {
  const world = createWorld(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await loadSiteInfo('en', world)).toBeNull()
  expect(world.log).toHaveBeenCalledOnce()
})

test('a call that is aborted by leaving the page is not a failure', async () => {
  const world = createWorld(() => Promise.reject(new TypeError('Failed to fetch')))
  world.isLeaving.mockReturnValue(true)
  await loadSiteInfo('en', world)
  expect(world.log).not.toHaveBeenCalled()
})

test('requests carry the token of a member', { tags: ['S7.05', 'S6.06'] }, () => {
  const token = 'v1.a-user-token-of-this-site'
  const read = (cookies: string, stored: string | null) =>
    readStoredToken('token', {
      cookies: () => cookies,
      storage: () => ({ getItem: () => stored }),
    })
  expect([read('', token), read(`a=b; token=${token}`, 'v1.another-user-token')]).toEqual([
    token,
    token,
  ])
  expect([read('', '2'), read('token=undefined', null)]).toEqual([null, null])
  expect(createHeaders('en', token)).toEqual({
    server: '0',
    lang: 'en',
    token,
    authorization: `Bearer ${token}`,
  })
})
