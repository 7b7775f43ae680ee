import { afterEach, expect, test, vi } from 'vitest'
import { createContentPolicy } from '#integrations/policy/policy.ts'

const CDN = 'https://pictures.example/{width}/{format}?of={url}'
const IMAGE = { url: 'media/ab12.jpg', width: 1600, height: 900, alt: 'A stage' }

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test(
  'images are loaded from the configured host, and the policy allows it',
  { tags: ['S7.56'] },
  async () => {
    vi.stubEnv('IMAGE_CDN_TEMPLATE', CDN)
    vi.resetModules()
    const { preparePicture } = await import('#content/pictures.ts')
    const picture = await preparePicture(IMAGE, 'https://api.example/media/', 'hero')
    expect(picture.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
    const addresses = picture.sources.flatMap(({ srcset }) => srcset.split(', '))
    expect(addresses.length).toBeGreaterThan(picture.sources.length)
    for (const address of [...addresses, picture.src]) {
      expect(new URL(address.split(' ')[0] ?? '').origin).toBe('https://pictures.example')
    }
    const policy = createContentPolicy({ googleClientId: undefined, imageCdnTemplate: CDN })
    expect(policy.directives).toContain("img-src 'self' https://pictures.example data:")
  },
)
