import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { initContent } from '#scripts/admin-api/content/init-content.ts'
import { createTemporaryFolder, FIRST_START, openAdminApi } from '#tests/support/admin-api.ts'

test('a new content folder can be imported, has upcoming dates, and links by slug', async () => {
  using folder = createTemporaryFolder()
  const root = join(folder.path, 'my-venue')
  await initContent(root, FIRST_START)
  const api = await openAdminApi({ content: root })
  try {
    const { on_sale } = await api.read('GET /api/perform/index', { lang: 'en' })
    expect(on_sale.map(({ title }) => title)).toEqual(['The Seagull'])
    const [id = 0] = on_sale.map((one) => one.id)
    const { shows } = await api.read('GET /api/perform/detail', { query: { id } })
    expect(shows).toHaveLength(3)
    const { banners } = await api.read('GET /api/index/banner')
    expect(banners[0]?.link.href).toBe(`/drama/detail?id=${id}`)
  } finally {
    await api.close()
  }
  expect(readFileSync(join(root, 'performances/the-seagull.yaml'), 'utf8')).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/\.schemas\/performances\.json\n/,
  )
})

test('content init refuses a folder that is not empty', async () => {
  using folder = createTemporaryFolder()
  await initContent(join(folder.path, 'new'), FIRST_START)
  await expect(initContent(folder.path, FIRST_START)).rejects.toThrow('is not empty')
})
