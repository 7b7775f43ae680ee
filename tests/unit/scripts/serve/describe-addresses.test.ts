import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

async function listPages(setting: string) {
  vi.stubEnv('SITE_LOCALES', setting)
  vi.resetModules()
  const { listHomePages } = await import('#scripts/serve/describe-addresses.ts')
  return listHomePages('http://127.0.0.1:4321')
}

test('lists the home page in each language, the default first', async () => {
  expect(await listPages('zh-cn,en')).toEqual([
    ['http://127.0.0.1:4321', 'Chinese'],
    ['http://127.0.0.1:4321/en', 'English'],
  ])
  expect(await listPages('en')).toEqual([['http://127.0.0.1:4321', 'English']])
})
