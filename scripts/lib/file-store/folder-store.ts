import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { nullIfMissing } from '../is-missing-file.ts'
import { writeFileAtomically } from '../write-file-atomically.ts'
import type { FileStore, ListedFile } from './file-store.ts'

/** Suffix of temporary files, which are renamed when complete. */
const DRAFT = '.tmp'

/** The files of an installation in its data folder. */
export function createFolderStore(dataDir: string): FileStore {
  const root = resolve(dataDir)
  const getPath = (name: string) => join(root, name)

  /** Flushes and renames: acknowledged uploads must survive a power cut, like rows of the database. */
  async function moveSynced(from: string, to: string): Promise<void> {
    await using file = await open(from, 'r+')
    await file.datasync()
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
  }

  async function listNames(folder: string): Promise<Set<string>> {
    const from = getPath(folder)
    const entries = await nullIfMissing(readdir(from, { recursive: true, withFileTypes: true }))
    const files = (entries ?? []).filter((entry) => entry.isFile() && !entry.name.endsWith(DRAFT))
    const paths = files.map(({ parentPath, name }) => relative(from, join(parentPath, name)))
    return new Set(paths.map((path) => path.replaceAll(sep, '/')))
  }

  async function* list(folder: string): AsyncGenerator<ListedFile> {
    for (const name of await listNames(folder)) {
      const stats = await nullIfMissing(stat(getPath(`${folder}${name}`)))
      if (stats) yield { name: `${folder}${name}`, bytes: stats.size, changedAt: stats.mtimeMs }
    }
  }

  return {
    open: (name) => ({ kind: 'local', path: getPath(name) }),
    read: (name) => nullIfMissing(readFile(getPath(name))),
    measure: async (name) => (await nullIfMissing(stat(getPath(name))))?.size ?? null,
    write: (name, content) => writeFileAtomically(getPath(name), content),
    adopt: (name, path) => moveSynced(path, getPath(name)),
    async upload(name, path) {
      const target = getPath(name)
      const draft = `${target}.${randomUUID()}${DRAFT}`
      await mkdir(dirname(target), { recursive: true })
      try {
        await copyFile(path, draft)
        await moveSynced(draft, target)
      } finally {
        await rm(draft, { force: true })
      }
    },
    download: async (name, path) => {
      const copied = copyFile(getPath(name), path).then(() => true)
      return (await nullIfMissing(copied)) ?? false
    },
    move: (from, to) => moveSynced(getPath(from), getPath(to)),
    async remove(names) {
      await Promise.all(names.map((name) => rm(getPath(name), { force: true })))
    },
    listNames,
    list,
    locate: getPath,
  }
}
