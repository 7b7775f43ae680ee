import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decompress } from 'woff2-encoder'
import { FIXTURE } from '#tests/support/admin-api.ts'
import { makeTemporaryFolder } from '#tests/support/clean-clone.ts'
import { startOwnSite } from './start-own-site.ts'

const BRAND = `name: { zh-cn: 河畔剧场, en: The Riverside Playhouse and School }
time_zone: Europe/London
brand:
  theme: { ink: '#0b1a2b', paper: '#ffffff', accent: '#0060a8', highlight: '#7fb2d9' }
  fonts: { heading_family: barlow-condensed, text_family: noto-serif, display_font: { file: brand/own.ttf } }
sections: [courses, performances, about, news, search]
home_acts: [courses, performances, news]`

const OWN_FONT = createRequire(import.meta.url).resolve(
  '@fontsource/cormorant/files/cormorant-latin-700-normal.woff2',
)

/** Copies the fixture with another name, blue colours, other fonts and without four sections. */
async function writeSecondBrand(): Promise<string> {
  const folder = await makeTemporaryFolder('brand')
  const content = join(folder, 'content')
  cpSync(FIXTURE, content, { recursive: true })
  const file = join(content, 'site.yaml')
  const original = readFileSync(file, 'utf8')
  writeFileSync(file, original.replace(/^name: .*$/m, BRAND))
  mkdirSync(join(content, 'media/brand'))
  writeFileSync(join(content, 'media/brand/own.ttf'), await decompress(readFileSync(OWN_FONT)))
  return content
}

test('a second brand has its own name, colours, fonts and sections', async () => {
  const { site, read } = await startOwnSite(await writeSecondBrand())

  // Disabled sections have no page, feed or link.
  const off = ['/artist/home', '/artist/detail?id=1', '/course/activity', '/business/home']
  for (const path of [...off, '/calendar/calendar', '/calendar/ics/all.ics']) {
    for (const prefix of ['', '/en']) expect((await read(prefix + path)).status, path).toBe(404)
  }
  const { text: sitemap } = await read('/sitemap.xml')
  expect(sitemap).toContain('/en/drama/home')
  expect(sitemap).not.toMatch(/\/artist\/|\/course\/activity|\/business\/|\/calendar\//)
  const { text: searchResults } = await read('/api/search/results?q=Mei')
  expect(searchResults).not.toContain('"kind":"artist"')

  // Every page of the sitemap, in both languages.
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => {
    const { pathname, search } = new URL(url.replaceAll('&amp;', '&'))
    return pathname + search
  })
  expect(addresses.length).toBeGreaterThan(30)
  for (const path of [...addresses, '/login', '/en/login', '/user/user', '/404']) {
    const { text } = await read(path)
    expect(text, path).not.toMatch(/entracte|幕间/i)
    expect(text, path).not.toMatch(/href="(?:\/en)?\/(?:artist|business|calendar)\//)
    expect(text, path).toContain('<meta name="theme-color" content="#0b1a2b"')
  }

  const { text: home } = await read('/en')
  expect(home).toContain('The Riverside Playhouse and School')
  expect(home).not.toContain('class="seal"')
  const nav = /<nav class="main"[\s\S]*?<\/nav>/.exec(home)?.[0] ?? ''
  expect([...nav.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)).toEqual([
    '/en/course/home',
    '/en/drama/home',
    '/en/about/about',
    '/en/news/detail',
  ])
  const sheet = /href="(\/images\/theme-\w+\.css)"/.exec(home)?.[1] ?? ''
  const { text: css } = await read(sheet)
  expect(css).toContain('--cinnabar:#0060a8')
  expect(css).toContain('[href^="/en/calendar/calendar"]')
  expect(css).toContain(
    '--brand-heading:"Brand Display","Brand Display Stand-in","Brand Heading","Brand Heading Stand-in",',
  )
  expect(css).toContain('--brand-text:"Brand Text","Brand Text Stand-in",')
  const faces = [...css.matchAll(/src:url\((\/fonts\/brand-\w+\.woff2)\)/g)]
  // The own font; two weights for headings and a variable font for text, each in three files by letters.
  expect(faces).toHaveLength(10)
  for (const [, address = ''] of faces) {
    const response = await fetch(site + address)
    expect(response.headers.get('content-type')).toBe('font/woff2')
    expect(response.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString('latin1', 0, 4), address).toBe('wOF2')
  }
  const icon = /<link rel="icon" href="([^"]+)"/.exec(home)?.[1] ?? ''
  const image = sharp(Buffer.from(await (await fetch(site + icon)).arrayBuffer()))
  const [red, green, blue] = await image
    .extract({ left: 2, top: 2, width: 1, height: 1 })
    .raw()
    .toBuffer()
  expect([red, green, blue]).toEqual([0x00, 0x60, 0xa8])
})
