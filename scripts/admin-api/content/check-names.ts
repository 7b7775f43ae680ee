import { existsSync, readdirSync, type Dirent } from 'node:fs'
import { extname, join } from 'node:path'
import { collectFaults, type Fault } from './faults.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import { isKnownMedia, KNOWN_MEDIA } from './media.ts'
import { WHOLE_FILE } from './read-file.ts'

// File names become part of URLs and references: lower case, without spaces, the same on every system.

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MEDIA_NAME = /^[a-z0-9][a-z0-9.-]*$/
const SINGLES = Object.keys(SINGLE_FILES)
const FOLDERS = Object.keys(ITEM_FOLDERS)
/** Ignored files: notes, and files that editors and operating systems create. */
const IGNORED =
  /^\.|^readme|\.(md|txt)$|~$|^#.*#$|\.(bak|orig|sw[a-p]|tmp)$|^(thumbs\.db|desktop\.ini)$/i

/** Whether a file name in a folder of items is that of an item. */
export const isItemFile = (name: string): boolean =>
  name.endsWith('.yaml') && SLUG.test(name.slice(0, -'.yaml'.length))

/** Suggests a valid name: `Ada Joins` → `ada-joins`. */
function suggestName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-+|-+$|-+(?=\.)/g, '')
}

/** Suggests a valid name without dots, for items and folders: `Dr. No` → `dr-no`. */
const suggestSlug = (name: string): string => suggestName(name.replaceAll('.', '-'))

const list = (folder: string): Dirent[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !IGNORED.test(name))
    : []

function describeItem(name: string): string | null {
  if (isItemFile(name)) return null
  const [stem, ending] = [name.slice(0, name.length - extname(name).length), extname(name)]
  const slug = suggestSlug(stem)
  if (!['.yaml', '.yml'].includes(ending.toLowerCase())) {
    return 'The file of an item must have the extension .yaml.'
  }
  if (slug === '') return 'The name becomes part of links: use a-z, 0-9 and "-".'
  return `The name becomes part of links: use a-z, 0-9 and "-", and the extension .yaml. Rename it to ${slug}.yaml.`
}

/** @param suggested empty, or only an extension, for a name without Latin letters and digits */
const describeRename = (suggested: string): string =>
  /^[a-z0-9]/.test(suggested) ? `rename it to ${suggested}` : 'rename it'

function describeMedia(name: string): string | null {
  if (!MEDIA_NAME.test(name)) {
    return `Names of media use a-z, 0-9, "-" and "."; ${describeRename(suggestName(name))}, and update references to it.`
  }
  return isKnownMedia(name)
    ? null
    : `This is not a supported type of picture, video or font: ${KNOWN_MEDIA}.`
}

const describeFolder = (name: string): string | null =>
  SLUG.test(name)
    ? null
    : `Names of folders use a-z, 0-9 and "-"; ${describeRename(suggestSlug(name))}, and update references to it.`

/** Lists faults of file names in a content folder: files that would be ignored or cannot be referenced. */
export function checkNames(root: string): Fault[] {
  const faults = collectFaults()
  const report = (file: string, message: string | null) => {
    if (message !== null) faults.add(file, WHOLE_FILE, message)
  }
  function checkMedia(folder: string): void {
    for (const entry of list(join(root, folder))) {
      const { name } = entry
      report(`${folder}/${name}`, entry.isDirectory() ? describeFolder(name) : describeMedia(name))
      if (entry.isDirectory()) checkMedia(`${folder}/${name}`)
    }
  }

  const known = new Set([...SINGLES, ...FOLDERS, 'media', 'files'])
  const message = `The content format has no such file or folder. Files: ${SINGLES.join(', ')}; folders: ${FOLDERS.join(', ')}, media, files.`
  for (const { name } of list(root)) report(name, known.has(name) ? null : message)
  for (const folder of FOLDERS) {
    for (const { name } of list(join(root, folder))) report(`${folder}/${name}`, describeItem(name))
  }
  checkMedia('media')
  return faults.list
}
