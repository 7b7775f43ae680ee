import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { nullIfMissing } from '../../lib/is-missing-file.ts'
import { DATABASE_FILE } from '../db/database-file.ts'

// A backup is a folder with a copy of the database, the files that it refers to, and `checksums.txt`, which
// `sha256sum -c` can check.

export const CHECKSUMS = 'checksums.txt'
/** Folders with files that the database refers to: members' uploads, media, legal texts. */
const FOLDERS = ['uploads', 'media', 'files']
/** Keys that verify existing ticket codes and signed links. They are excluded from backups by default. */
const KEYS = ['secret.key', 'sign-in-key.json', 'sandbox-pay.pem', 'content-webhook.secret']

/** Names of the key files in a data folder. */
export const listKeys = (dataDir: string): string[] =>
  KEYS.filter((name) => existsSync(join(dataDir, name)))

/** Sorted paths of all files to back up besides the database. */
export async function listFiles(dataDir: string, withKeys: boolean): Promise<string[]> {
  const files = withKeys ? listKeys(dataDir) : []
  for (const folder of FOLDERS) {
    if (!existsSync(join(dataDir, folder))) continue
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      if (!entry.isFile() || entry.name.endsWith('.tmp')) continue
      files.push(relative(dataDir, join(entry.parentPath, entry.name)))
    }
  }
  return files.toSorted()
}

/** @param sums SHA-256 hashes (hex) by path */
export const writeChecksums = (sums: ReadonlyMap<string, string>): string =>
  [...sums].map(([path, hash]) => `${hash}  ${path}\n`).join('')

const LINE = /^(?<hash>[0-9a-f]{64}) {2}(?<path>[^\0]+)$/
const isInside = (path: string) => !path.startsWith('/') && !path.split('/').includes('..')

/** @throws Error if the folder or its checksum file is missing, or the checksum file is invalid */
export async function readChecksums(folder: string): Promise<Map<string, string>> {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`)
  const text = (await nullIfMissing(readFile(join(folder, CHECKSUMS), 'utf8'))) ?? ''
  const sums = new Map<string, string>()
  for (const line of text.split('\n').filter(Boolean)) {
    const { hash, path } = LINE.exec(line)?.groups ?? {}
    if (hash === undefined || path === undefined || !isInside(path)) {
      throw new Error(`${CHECKSUMS} has a line that names no file`)
    }
    sums.set(path, hash)
  }
  if (!sums.has(DATABASE_FILE))
    throw new Error(`${folder} is no backup: ${CHECKSUMS} does not list a database`)
  return sums
}
