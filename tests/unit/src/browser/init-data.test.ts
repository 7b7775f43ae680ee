import { expect, test, vi } from 'vitest'
import { getInitData, hasInitData, loadSiteInfo } from '#browser/init-data.ts'

const INIT = { lang: 'en', citys: [] }

function createWorld(answer: () => Promise<Response>) {
  const kept = new Map<string, string>()
  return {
    fetch: vi.fn<typeof globalThis.fetch>(answer),
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

test('getInitData reads the init data in a language, keeps and announces them [S7.54]', async () => {
  const world = createWorld(envelope(200))
  expect(hasInitData('en', world)).toBe(false)
  expect(await getInitData('en', world)).toEqual(INIT)
  expect(world.fetch).toHaveBeenCalledExactlyOnceWith(
    '/api/index/init',
    expect.objectContaining({ headers: { server: '0', lang: 'en', token: '' } }),
  )
  expect(world.announce).toHaveBeenCalledExactlyOnceWith(INIT)
  expect(hasInitData('en', world)).toBe(true)
  expect(hasInitData('zh-cn', world)).toBe(false)
})

test.each([
  ['a network that fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a code that is no success', envelope(500)],
  ['a gateway without an API', () => Promise.resolve(new Response('Bad Gateway', { status: 502 }))],
])('logs %s and rethrows [S8.10]', async (_name, answer) => {
  const world = createWorld(answer)
  await expect(getInitData('en', world)).rejects.toThrow()
  expect(world.log).toHaveBeenCalledExactlyOnceWith('[init]', expect.any(Error))
  expect(hasInitData('en', world)).toBe(false)
})

test('before a change of the route a failure is only logged [S2.74] [S8.11]', async () => {
  const world = createWorld(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await loadSiteInfo('en', world)).toBeNull()
  expect(world.log).toHaveBeenCalledOnce()
})

test('a call that ends because the page is left is no failure', async () => {
  const world = createWorld(() => Promise.reject(new TypeError('Failed to fetch')))
  world.isLeaving.mockReturnValue(true)
  await loadSiteInfo('en', world)
  expect(world.log).not.toHaveBeenCalled()
})
