import { createReadStream, existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { readTexts } from '#i18n/read-texts.ts'
import type { FileStore, OpenedFile } from '../../lib/file-store/file-store.ts'
import { nameLegalFile } from '../content/file-names.ts'
import type { Reader } from '../db/open.ts'
import type { ReadContext } from '../modules/read/texts.ts'
import { getFileName } from '../modules/upload/rows.ts'
import type { Objects } from '../providers/storage/objects.ts'
import { formatTime } from '../venue-time.ts'
import { collectData } from './collect-data.ts'
import { readPerson } from './rule.ts'
import { isPersonalTable } from './rules.ts'

export interface ArchiveSource {
  db: { query: Reader }
  /** The store that holds the legal files. */
  files: Pick<FileStore, 'open'>
  storage: Pick<Objects, 'open'>
}

/** The member, and the language of `README.txt`. */
type ArchiveOptions = ReadContext & { userId: number }

const TEXTS = readTexts('personal_data')

/** The text of `README.txt`: describes the archive and each table of `data.json`. */
function writeGuide(tables: readonly string[], { lang, now }: ArchiveOptions): string {
  const t = TEXTS[lang]
  const lines = tables
    .filter(isPersonalTable)
    .map((name) => `${name}: ${t(`personal_data:${name}`)}`)
  const guide = ['title', 'files', 'agreements', 'tables'] as const
  const [title, files, agreements, intro] = guide.map((key) =>
    t(`personal_data:guide_${key}`, { time: formatTime(now) }),
  )
  return [title, '', files, agreements, '', intro, ...lines, ''].join('\n')
}

/** Replaces characters that file systems refuse, and path separators (path traversal). */
const sanitizeName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')

/** Opens the content of a file; null if it does not exist. */
async function readContent(file: OpenedFile): Promise<Readable | null> {
  if (file.kind === 'local') return existsSync(file.path) ? createReadStream(file.path) : null
  const content = await file.read({ range: undefined, ifNoneMatch: undefined })
  return content?.kind === 'content' ? Readable.from(content.body) : null
}

/** An entry of the ZIP. Its content is closed here, because a cancelled ZIP leaves it open. */
async function* addFile(name: string, lastModified: number, input: Readable) {
  try {
    yield { name, lastModified, input }
  } finally {
    input.destroy()
  }
}

async function* listUploads(source: ArchiveSource, userId: number) {
  const uploads = await source.db.query
    .selectFrom('upload')
    .select(['id', 'key', 'kind', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .where('state', '=', 'ready')
    .orderBy('id')
    .execute()
  for (const upload of uploads) {
    const { id, key, kind, created_at } = upload
    const input = await readContent(source.storage.open(key))
    if (input === null) continue
    const name = sanitizeName(getFileName(upload))
    yield* addFile(`files/${kind}-${id}-${name}`, created_at, input)
  }
}

/** The legal texts that the member agreed to, in the versions of that time. */
async function* listAgreements({ db, files }: ArchiveSource, userId: number) {
  const consents = await db.query
    .selectFrom('consent')
    .select(['hash', 'name', 'agreed_at'])
    .where('user_id', '=', userId)
    .orderBy('agreed_at')
    .execute()
  for (const { hash, name, agreed_at } of consents) {
    const input = await readContent(files.open(nameLegalFile(hash, name)))
    if (input === null) continue
    const day = formatTime(agreed_at).slice(0, 10)
    // Several versions may have been accepted on one day.
    const path = `agreements/${day}-${hash.slice(0, 8)}-${sanitizeName(name)}`
    yield* addFile(path, agreed_at, input)
  }
}

async function* listFiles(source: ArchiveSource, options: ArchiveOptions) {
  const { userId, now } = options
  const { query } = source.db
  const data = await collectData(query, await readPerson(query, userId))
  const guide = writeGuide(Object.keys(data), options)
  const json = JSON.stringify({ exported_at: formatTime(now), ...data }, null, 2)
  yield { name: 'README.txt', lastModified: now, input: guide }
  yield { name: 'data.json', lastModified: now, input: json }
  yield* listUploads(source, userId)
  yield* listAgreements(source, userId)
}

/**
 * Exports all data of a member as a ZIP: `README.txt`, `data.json`, their uploads and the legal texts that
 * they agreed to. The ZIP is streamed, so large videos are not held in memory.
 */
export const createArchive = (
  source: ArchiveSource,
  options: ArchiveOptions,
): ReadableStream<Uint8Array> => makeZip(listFiles(source, options))
