import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument, type Document } from 'yaml'
import { createRandom } from '#scripts/admin-api/demo/generate-items.ts'

// Deterministic edits of a content folder, as editors make them.

const LANGS = ['zh-cn', 'en'] as const
const WORDS = {
  'zh-cn': ['春夜', '云门', '折子', '长亭', '惊梦', '渔歌', '雪', '灯影'],
  en: ['Spring', 'Lantern', 'River', 'Dream', 'Snow', 'Echo', 'Garden', 'Tide'],
} as const

export interface EditedFolder {
  /** Makes the next edit. @returns its description */
  edit(): string
}

/** Copies a content folder and makes random edits in the copy. */
export function openEditedFolder(from: string, to: string, seed: number): EditedFolder {
  cpSync(from, to, { recursive: true })
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => {
    const element = list[Math.floor(random() * list.length)]
    if (element === undefined) throw new Error('nothing to pick from')
    return element
  }
  const listFiles = (kind: string) => readdirSync(join(to, kind)).map((name) => join(kind, name))
  let edits = 0

  function change(file: string, apply: (document: Document) => void): void {
    const document = parseDocument(readFileSync(join(to, file), 'utf8'))
    apply(document)
    writeFileSync(join(to, file), document.toString())
  }

  function setText(file: string, field: string): string {
    const lang = pick(LANGS)
    const text = `${pick(WORDS[lang])} ${edits}`
    change(file, (document) => document.setIn([field, lang], text))
    return `${file}: ${field} in ${lang}`
  }

  const EDITS: (() => string)[] = [
    () => setText(pick(listFiles('performance-news')), 'title'),
    () => setText(pick(listFiles('course-news')), 'summary'),
    () => setText(pick(listFiles('performances')), 'title'),
    () => setText(pick(listFiles('courses')), 'title'),
    // Appears on many pages.
    () => setText(pick(listFiles('artists')), 'name'),
    () => setText('site.yaml', 'tagline'),
    // In the footer of every page.
    () => {
      const label = pick(WORDS.en)
      change('site.yaml', (document) => document.setIn(['links', 0, 'label', 'en'], label))
      return 'site.yaml: label of the first link'
    },
    // A relation: appears on the pages of both and in the artist's calendar file.
    () => {
      const file = pick(listFiles('performances'))
      const artist = pick(listFiles('artists')).replace(/^.*\/|\.yaml$/g, '')
      const member = {
        job: { 'zh-cn': '顾问', en: 'Adviser' },
        name: { 'zh-cn': '新人', en: 'A newcomer' },
        artist,
      }
      change(file, (document) => document.addIn(['creatives'], document.createNode(member)))
      return `${file}: ${artist} joins`
    },
    () => {
      const file = pick(listFiles('performances'))
      change(file, (document) => document.deleteIn(['creatives', 0]))
      return `${file}: first creative removed`
    },
    () => {
      const source = pick(listFiles('artist-news'))
      const file = join('artist-news', `new-${edits}.yaml`)
      writeFileSync(join(to, file), readFileSync(join(to, source), 'utf8'))
      change(file, (document) => document.set('id', 1000 + edits))
      return `${file} is new`
    },
    () => {
      const own = listFiles('artist-news').filter((file) => file.includes('new-'))
      if (own.length === 0) return setText(pick(listFiles('artist-news')), 'title')
      const file = pick(own)
      rmSync(join(to, file))
      return `${file} is gone`
    },
  ]
  return {
    edit() {
      edits += 1
      return pick(EDITS)()
    },
  }
}
