import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markContentReplaced } from '#scripts/lib/replaced-content.ts'
import type { Builder } from '#scripts/publish/built-site.ts'
import { describeStatus } from '#scripts/publish/describe-status.ts'
import type { Store } from '#scripts/publish/store.ts'
import { createControlledContent, servePublishing, waitUntilIdle } from './publishing-site.ts'
import { headersOfSmallSite, writeSmallSite } from './small-site.ts'

const ITEMS = Array.from({ length: 20 }, (_, index) => index + 1)

/** Serves a site whose files a test changes between builds. */
async function serveEditableSite(change: { now: (files: Map<string, string>) => void }) {
  const makeBuilder = (store: Store): Builder => ({
    async build() {
      const files = writeSmallSite({ text: 'Teahouse', items: ITEMS })
      change.now(files)
      const entries = [...files].map(async ([name, text]) => [name, await store.put(text)] as const)
      const stored = new Map(await Promise.all(entries))
      const headers = new Map(Object.entries(headersOfSmallSite(stored.keys())))
      return {
        files: stored,
        headers,
        times: { fetchMs: 0, renderMs: 0, storeMs: 0 },
        deferredFiles: 0,
      }
    },
  })
  return servePublishing(makeBuilder)
}

const append = (files: Map<string, string>, page: string, text: string) =>
  void files.set(page, `${files.get(page)}${text}`)

test('publishes edits despite a dead link, which becomes text and is reported', async () => {
  const change = { now: (_files: Map<string, string>) => {} }
  const site = await serveEditableSite(change)
  change.now = (files) => {
    for (const id of ITEMS) append(files, `/drama/detail/${id}.html`, `<p>edit ${id}</p>`)
    append(files, '/en.html', '<p><a href="/en/drama/detail?id=99">The banner</a></p>')
  }
  await site.send('edits')
  await waitUntilIdle(site.publishing)

  for (const id of ITEMS) {
    expect((await site.read(`/drama/detail?id=${id}`)).text).toContain(`<p>edit ${id}</p>`)
  }
  expect((await site.read('/en')).text).toContain('<p><a>The banner</a></p>')
  const { status } = site.publishing.publisher
  expect(status.builds[0]?.result).toMatchObject({
    kind: 'published',
    warnings: ['/en.html links to /en/drama/detail?id=99, which is not public: published as text'],
  })
  expect(describeStatus(status).join('\n')).toContain('/en/drama/detail?id=99')
  // The status file is written after the status in memory.
  await expect
    .poll(() => readFileSync(`${site.dataDir}/publish.json`, 'utf8'))
    .toContain('published as text')

  // The same content is unchanged; a repaired link is a change.
  await site.send('again')
  await waitUntilIdle(site.publishing)
  expect(site.publishing.publisher.status.builds[0]?.result).toMatchObject({
    kind: 'unchanged',
    warnings: [expect.stringContaining('published as text')],
  })
  change.now = (files) =>
    append(files, '/en.html', '<p><a href="/en/drama/home">The banner</a></p>')
  await site.send('mended')
  await waitUntilIdle(site.publishing)
  expect((await site.read('/en')).text).toContain('<a href="/en/drama/home">The banner</a>')
  expect(site.publishing.publisher.status.builds[0]?.result).toMatchObject({ warnings: [] })
})

test('reports no corrections of a release that was rolled back', async () => {
  const change = { now: (_files: Map<string, string>) => {} }
  const site = await serveEditableSite(change)
  const { publisher } = site.publishing
  change.now = (files) => append(files, '/en.html', '<a href="/en/drama/detail?id=99">Gone</a>')
  await publisher.publish({ cause: 'command', forced: false })
  await publisher.rollBack()
  change.now = () => {}
  const { result } = await publisher.publish({ cause: 'command', forced: false })
  expect(result).toEqual({ kind: 'unchanged', warnings: [] })
})

test('keeps the live version of a faulty page and leaves out a faulty new page', async () => {
  const change = { now: (_files: Map<string, string>) => {} }
  const site = await serveEditableSite(change)
  change.now = (files) => {
    append(files, '/drama/detail/1.html', '<p>from undefined yuan</p>')
    files.set('/drama/detail/21.html', '<img src="/_astro/gone.png">')
    append(files, '/index.html', '<a href="/drama/detail?id=21">New</a><p>edited</p>')
  }
  await site.send('faulty')
  await waitUntilIdle(site.publishing)

  expect((await site.read('/drama/detail?id=1')).text).not.toContain('undefined')
  expect((await site.read('/drama/detail?id=21')).status).toBe(404)
  expect((await site.read('/')).text).toContain('<a>New</a><p>edited</p>')
  const [build] = site.publishing.publisher.status.builds
  expect(build?.result).toMatchObject({
    warnings: [
      '/drama/detail/1.html keeps its previous version: /drama/detail/1.html shows “from undefined yuan”',
      '/drama/detail/21.html is left out: /drama/detail/21.html loads /_astro/gone.png, which does not exist',
      '/index.html links to /drama/detail?id=21, which is not public: published as text',
    ],
  })

  // Another faulty version of the page leaves the site as it is.
  const faulty = change.now
  change.now = (files) => {
    faulty(files)
    append(files, '/drama/detail/1.html', '<p>to undefined yuan</p>')
  }
  const { publisher } = site.publishing
  const { result } = await publisher.publish({ cause: 'command', forced: false })
  expect(result).toMatchObject({ kind: 'unchanged', warnings: { length: 3 } })

  await publisher.publish({ cause: 'command', forced: true })
  expect((await site.read('/drama/detail?id=1')).text).toContain('to undefined yuan')
})

test('keeps the live version of a faulty page with its pictures', async () => {
  const change = { now: (_files: Map<string, string>) => {} }
  const site = await serveEditableSite(change)
  const setPicture = (files: Map<string, string>, name: string) => {
    append(files, '/drama/detail/1.html', `<img src="/images/${name}">`)
    files.set(`/images/${name}`, 'a picture')
  }
  change.now = (files) => setPicture(files, 'before-0a1b2c3d4e5f6071.webp')
  await site.send('picture')
  await waitUntilIdle(site.publishing)
  change.now = (files) => {
    setPicture(files, 'after-0a1b2c3d4e5f6072.webp')
    append(files, '/drama/detail/1.html', '<p>from undefined yuan</p>')
  }
  await site.send('faulty')
  await waitUntilIdle(site.publishing)
  expect((await site.read('/drama/detail?id=1')).text).toContain('before-0a1b2c3d4e5f6071')
  expect((await site.read('/images/before-0a1b2c3d4e5f6071.webp')).status).toBe(200)
  expect(site.publishing.publisher.status.builds[0]?.result).toMatchObject({
    warnings: [expect.stringContaining('/drama/detail/1.html keeps its previous version')],
  })
})

test('refuses a site with many faulty pages', async () => {
  const change = { now: (_files: Map<string, string>) => {} }
  const site = await serveEditableSite(change)
  change.now = (files) => {
    for (const name of files.keys()) {
      if (name.endsWith('.html')) append(files, name, '<h2>drama:past_title</h2>')
    }
  }
  await site.send('faulty')
  await waitUntilIdle(site.publishing)
  const { publisher } = site.publishing
  expect(publisher.status.builds[0]?.result).toMatchObject({
    kind: 'refused',
    reasons: expect.arrayContaining([
      expect.stringContaining('drama:past_title'),
      expect.stringContaining('npm run publish:now -- --force'),
    ]),
  })
  // The suggested command works.
  await publisher.publish({ cause: 'command', forced: true })
  expect(publisher.status.builds[0]?.result.kind).toBe('published')
  expect((await site.read('/')).text).toContain('drama:past_title')
})

test('publishes far fewer pages only if the content was replaced on purpose', async () => {
  const { content, make } = createControlledContent({
    text: 'Demo',
    items: ITEMS.map((id) => id * 7),
  })
  const site = await servePublishing(make)
  const { publisher } = site.publishing
  content.now = { text: 'Mine', items: [] }
  await site.send('smaller')
  await waitUntilIdle(site.publishing)
  const [refused] = publisher.status.builds
  expect(refused?.result).toMatchObject({
    kind: 'refused',
    reasons: [
      expect.stringMatching(/^only \d+ pages, less than four fifths of the \d+ live pages$/),
      'To publish anyway, run: npm run publish:now -- --force (npm start -- --force if the server has ended)',
    ],
  })

  markContentReplaced(site.dataDir)
  content.now = { text: 'drama:past_title', items: [] }
  await site.send('faulty')
  await waitUntilIdle(site.publishing)
  expect(publisher.status.builds[0]?.result.kind).toBe('refused')
  // The mark stays until a release.
  content.now = { text: 'Mine', items: [] }
  await site.send('replaced')
  await waitUntilIdle(site.publishing)
  expect((await site.read('/')).text).toContain('Mine')

  // The mark applies to one release.
  content.now = { text: 'Demo', items: ITEMS }
  await site.send('more')
  await waitUntilIdle(site.publishing)
  content.now = { text: 'Lost', items: [] }
  await site.send('lost')
  await waitUntilIdle(site.publishing)
  expect(publisher.status.builds[0]?.result.kind).toBe('refused')
})

test('publishes far fewer pages if the content comes from another API', async () => {
  const { content, make } = createControlledContent({
    text: 'Demo',
    items: ITEMS.map((id) => id * 7),
  })
  let api = ''
  const readInputs = async () => ({ sources: 's', content: 'c', api })
  const site = await servePublishing(make, { readInputs })
  content.now = { text: 'Mine', items: [] }
  api = 'https://admin.example.org'
  await site.send('other-api')
  await waitUntilIdle(site.publishing)
  expect((await site.read('/')).text).toContain('Mine')
})
