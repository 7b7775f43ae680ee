import { expect, test, vi } from 'vitest'

test('treats an empty setting as not set', async () => {
  const empty = [
    'ADMIN_API_URL',
    'SITE_URL',
    'FONT_BASE_URL',
    'IMAGE_CDN_TEMPLATE',
    'BUILD_CACHE_DIR',
  ]
  for (const name of empty) vi.stubEnv(name, '')
  vi.resetModules()
  const { buildConfig } = await import('#content/build-config.ts')
  expect(buildConfig).toMatchObject({
    adminApiUrl: 'http://127.0.0.1:4330',
    siteUrl: 'http://127.0.0.1:4321',
    fontBaseUrl: undefined,
    imageCdnTemplate: null,
    cacheDir: 'node_modules/.cache/entracte',
  })
})
