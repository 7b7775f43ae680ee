import { existsSync, readdirSync, type Dirent } from 'node:fs'
import { extname, join } from 'node:path'
import type { Fault } from './faults.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import { isKnownMedia, KNOWN_MEDIA } from './media.ts'
import { WHOLE_FILE } from './read-file.ts'

// Names of files are addresses and references: lower case, without spaces, the same on every system.

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MEDIA_NAME = /^[a-z0-9][a-z0-9.-]*$/
const SINGLES = Object.keys(SINGLE_FILES)
const FOLDERS = Object.keys(ITEM_FOLDERS)
/** What people put beside the content: notes, and what editors and systems leave there. */
const IGNORED =
  /^\.|^readme|\.(md|txt)$|~$|^#.*#$|\.(bak|orig|sw[a-p]|tmp)$|^(thumbs\.db|desktop\.ini)$/i

/** Whether a file in a folder of items is an item that can be read. */
export const isItemFile = (name: string): boolean =>
  name.endsWith('.yaml') && SLUG.test(name.slice(0, -'.yaml'.length))

/** A name in the form that the content has: `Ada Joins` → `ada-joins`. */
function suggestName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-+|-+$|-+(?=\.)/g, '')
}

const list = (folder: string): Dirent[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !IGNORED.test(name))
    : []

function describeItem(name: string): string | null {
  if (isItemFile(name)) return null
  const [stem, ending] = [name.slice(0, name.length - extname(name).length), extname(name)]
  const slug = suggestName(stem).replaceAll('.', '-')
  if (!['.yaml', '.yml'].includes(ending.toLowerCase())) {
    return 'An item is a file with the ending .yaml.'
  }
  if (slug === '') return 'The name becomes part of links: use a-z, 0-9 and "-".'
  return `The name becomes part of links: use a-z, 0-9 and "-", and the ending .yaml. Rename it to ${slug}.yaml.`
}

function describeMedia(name: string): string | null {
  const suggested = suggestName(name)
  if (!MEDIA_NAME.test(name)) {
    return `Names of media use a-z, 0-9, "-" and "."; rename it to ${suggested} and write it so where it is used.`
  }
  return isKnownMedia(name)
    ? null
    : `This is no known kind of picture, video or font: ${KNOWN_MEDIA}.`
}

function checkMedia(root: string, folder: string): Fault[] {
  return list(join(root, folder)).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    const message = entry.isDirectory()
      ? SLUG.test(entry.name)
        ? null
        : `Names of folders use a-z, 0-9 and "-"; rename it to ${suggestName(entry.name)}.`
      : describeMedia(entry.name)
    const own = message === null ? [] : [{ file: name, field: WHOLE_FILE, message }]
    return entry.isDirectory() ? [...own, ...checkMedia(root, name)] : own
  })
}

/** Faults of the names in a content folder: what would not be read, or could not be referred to. */
export function checkNames(root: string): Fault[] {
  const known = new Set([...SINGLES, ...FOLDERS, 'media', 'files'])
  const strangers = list(root)
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => {
      const message = `The content has no such place. Files here: ${SINGLES.join(', ')}; folders: ${FOLDERS.join(', ')}, media, files.`
      return { file: name, field: WHOLE_FILE, message }
    })
  const items = FOLDERS.flatMap((folder) =>
    list(join(root, folder)).flatMap(({ name }) => {
      const message = describeItem(name)
      return message === null ? [] : [{ file: `${folder}/${name}`, field: WHOLE_FILE, message }]
    }),
  )
  return [...strangers, ...items, ...checkMedia(root, 'media')]
}
