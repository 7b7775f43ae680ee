import { expect, test, vi } from 'vitest'
import { getInitData, loadSiteInfo } from '#browser/init-data.ts'
import { createHeaders, readStoredToken } from '#browser/request-headers.ts'
import { createStorage } from '#tests/support/fake-storage.ts'

const INIT = { lang: 'en', citys: [] }

function createEnvironment(respond: () => Promise<Response>) {
  const { storage } = createStorage()
  return {
    fetch: vi.fn<typeof globalThis.fetch>(respond),
    headers: () => createHeaders('en', null),
    storage: () => storage,
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
  'loads the init data in a language, stores them and announces them',
  { tags: ['S7.54'] },
  async () => {
    const environment = createEnvironment(envelope(200))
    expect(await getInitData('en', environment)).toEqual(INIT)
    expect(environment.fetch).toHaveBeenCalledExactlyOnceWith(
      '/api/index/init',
      expect.objectContaining({ headers: { server: '0', lang: 'en', token: '' } }),
    )
    expect(environment.announce).toHaveBeenCalledExactlyOnceWith(INIT)
    expect(JSON.parse(environment.storage().getItem('init-data') ?? '')).toEqual({
      locale: 'en',
      data: INIT,
    })
  },
)

test.each([
  ['a network failure', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an error code', envelope(500)],
  ['a gateway without an API', () => Promise.resolve(new Response('Bad Gateway', { status: 502 }))],
])('logs %s and rethrows', { tags: ['S8.10'] }, async (_name, respond) => {
  const environment = createEnvironment(respond)
  await expect(getInitData('en', environment)).rejects.toThrow()
  expect(environment.log).toHaveBeenCalledExactlyOnceWith('[init]', expect.any(Error))
  expect(environment.storage().getItem('init-data')).toBeNull()
})

test('only logs a failure before a route change', { tags: ['S2.74', 'S8.11'] }, async () => {
  const environment = createEnvironment(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await loadSiteInfo('en', environment)).toBeNull()
  expect(environment.log).toHaveBeenCalledOnce()
})

test('does not log a call aborted by leaving the page', async () => {
  const environment = createEnvironment(() => Promise.reject(new TypeError('Failed to fetch')))
  environment.isLeaving.mockReturnValue(true)
  await loadSiteInfo('en', environment)
  expect(environment.log).not.toHaveBeenCalled()
})

test("sends the member's token in requests", { tags: ['S7.05', 'S6.06'] }, () => {
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
