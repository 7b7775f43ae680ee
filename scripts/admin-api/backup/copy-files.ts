import type { FileStore } from '../../lib/file-store/file-store.ts'

/** Folders with files that the database refers to. Unfinished uploads are not copied: they start again. */
const FOLDERS = ['uploads/kept/', 'media/', 'files/']

async function measureFiles(store: FileStore, folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { name, bytes } of store.list(folder)) sizes.set(name, bytes)
  return sizes
}

/**
 * Mirrors the files of an installation from its data folder to another store, including deletions. A file
 * of the same name and size is not copied again: names are random or hashes of the content.
 * @returns counts; `total` is the number of files in the target afterwards
 * @throws Error if a file is missing from the store afterwards
 */
export async function copyFiles(from: FileStore, to: FileStore) {
  const report = { copied: 0, removed: 0, total: 0 }
  for (const folder of FOLDERS) {
    const sourceFiles = await measureFiles(from, folder)
    const targetFiles = await measureFiles(to, folder)
    for (const [name, bytes] of sourceFiles) {
      if (targetFiles.get(name) === bytes) continue
      await to.upload(name, from.locate(name))
      report.copied += 1
    }
    const obsolete = [...targetFiles.keys()].filter((name) => !sourceFiles.has(name))
    await to.remove(obsolete)
    report.removed += obsolete.length
    const result = await measureFiles(to, folder)
    const missing = [...sourceFiles].filter(([name, bytes]) => result.get(name) !== bytes)
    if (missing.length > 0) throw new Error(`${missing[0]?.[0]} was not copied`)
    report.total += result.size
  }
  return report
}
