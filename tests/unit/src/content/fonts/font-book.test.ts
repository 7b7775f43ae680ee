import { beforeAll, expect, test } from 'vitest'
import type { CommonText } from '#content/fonts/character-use.ts'
import { createFontBook, type FontBook } from '#content/fonts/font-book.ts'
import type { CommonNote } from '#content/fonts/note-common-text.ts'
import { nameSubset, type Cutter } from '#content/fonts/subset.ts'

const PLACE =
  '<script type="application/json" id="page-fonts">{"slices":"s","hasMask":true}</script>'
const print = (lang: string, text: string): string =>
  `<html lang="${lang}"><head>${PLACE}</head><body><p>${text}</p></body></html>`

const SITE = new Map([
  ['index.html', print('zh-CN', '饕餮开场')],
  ['about.html', print('zh-CN', '饕餮的人')],
  ['en.html', print('en', 'The teahouse opens')],
])

/** Keeps what is noted in memory. */
function keepNote(text?: CommonText): CommonNote {
  let kept = text
  return {
    read: () => Promise.resolve(kept),
    async write(given) {
      kept = given
    },
  }
}

interface Written {
  /** Pages that were written when they were taken. */
  ahead: Map<string, string>
  all: Map<string, string>
}

/** Takes pages as a builder does: what can be filled ahead is, the rest is cut. */
async function write(book: FontBook, pages: ReadonlyMap<string, string>): Promise<Written> {
  const ahead = new Map<string, string>()
  for (const [file, html] of pages) {
    book.take(file, html)
    const filled = await book.fillAhead(file, html)
    if (filled !== undefined) ahead.set(file, filled)
  }
  const all = new Map(ahead)
  await book.cut({
    read: (file) => Promise.resolve(all.get(file) ?? pages.get(file) ?? ''),
    async write(file, html) {
      all.set(file, html)
    },
  })
  return { ahead, all }
}

/** Names files as always, and cuts none. */
const cutter: Cutter = {
  ensureSubset: (face, characters) => Promise.resolve(nameSubset(face, characters)),
  ensureGroup: () => Promise.resolve(),
  close: () => Promise.resolve(),
}
const openBook = (note?: CommonNote) =>
  createFontBook('/fonts/', () => '', { cutter, ...(note && { note }) })

let plain: Map<string, string>
beforeAll(async () => {
  plain = (await write(openBook(), SITE)).all
})

test('without a note of the last time pages wait until all are read', async () => {
  const { ahead, all } = await write(openBook(keepNote()), SITE)
  expect(ahead.size).toBe(0)
  expect(all).toEqual(plain)
})

test('with it pages are filled as they come, the same as others', async () => {
  const note = keepNote()
  await write(openBook(note), SITE)
  const { ahead, all } = await write(openBook(note), SITE)
  expect(ahead).toEqual(plain)
  expect(all).toEqual(plain)
})

test('a note that is not true any more changes nothing in the end', async () => {
  const note = keepNote({ frame: { 'serif-400': '貔' }, printed: '貔' })
  const { ahead, all } = await write(openBook(note), SITE)
  expect(ahead.size).toBe(3)
  expect(ahead).not.toEqual(plain)
  expect(all).toEqual(plain)
  expect(await note.read()).toMatchObject({ printed: expect.stringContaining('饕') })
})

test('a page that changes what all share has every page written anew', async () => {
  const book = openBook(keepNote())
  await write(book, SITE)
  const changed = new Map([...SITE, ['about.html', print('zh-CN', '貔貅的人')]])
  const read = (file: string) => Promise.resolve(changed.get(file) ?? '')
  const about = changed.get('about.html') ?? ''
  book.take('about.html', about)
  await book.fillAhead('about.html', about)
  const all = new Map<string, string>()
  await book.cut({
    read,
    async write(file, html) {
      all.set(file, html)
    },
  })
  expect(all).toEqual((await write(openBook(), changed)).all)
})
