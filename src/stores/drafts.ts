import { createStore, del, get, promisifyRequest, set, type UseStore } from 'idb-keyval'
import type { Upload } from '#api/upload.ts'

/** How long a draft that nobody came back to stays on the device. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

/** What somebody typed into a form and has not sent; it never leaves the device. */
export interface Draft {
  values: Record<string, unknown>
  savedAt: number
}

/** What the API granted for sending a file. */
export interface UploadGrant {
  upload_id: number
  endpoint: string
  ticket: string
  expires_at: string
}

/** A file chosen for a form, and how far its way to the house is. */
export interface DraftFile {
  file: File
  grant: UploadGrant | null
  /** Address of the unfinished upload at the storage provider. */
  url: string | null
  /** The upload, once it was checked. */
  upload: Upload | null
}

let store: UseStore | undefined
/** Opened at the first use: a build and some private windows have no IndexedDB. */
const openStore = (): UseStore => (store ??= createStore('drafts', 'drafts'))

const valuesKey = (form: string) => `${form}/values`
const fileKey = (form: string, field: string) => `${form}/file/${field}`

/** Name of the draft of an application: the same in both languages. */
export const draftOf = (kind: 'course' | 'activity', id: number): string => `${kind}:${id}`

/** A page that is being left cannot wait for IndexedDB: its last words stand in local storage. */
const LAST_WORDS = 'draft/'

function readLastWords(form: string): Draft | null {
  try {
    const text = localStorage.getItem(LAST_WORDS + form)
    return text === null ? null : (JSON.parse(text) as Draft)
  } catch {
    return null
  }
}

/** Keeps what is typed at once, for a page that is being left. */
export function saveLastWords(form: string, values: Draft['values'], now = Date.now()): void {
  try {
    localStorage.setItem(LAST_WORDS + form, JSON.stringify({ values, savedAt: now }))
  } catch {
    // Without storage the draft is as old as its last save.
  }
}

function dropLastWords(form?: string): void {
  try {
    for (const name of Object.keys(localStorage)) {
      const isGone = form === undefined ? name.startsWith(LAST_WORDS) : name === LAST_WORDS + form
      if (isGone) localStorage.removeItem(name)
    }
  } catch {
    // Nothing was kept there.
  }
}

/** What was typed into a form before; null without a draft, and where the device keeps none. */
export async function readDraft(form: string, now = Date.now()): Promise<Draft | null> {
  const kept = (await get<Draft>(valuesKey(form), openStore())) ?? null
  const last = readLastWords(form)
  const draft = last && last.savedAt >= (kept?.savedAt ?? 0) ? last : kept
  if (draft === null) return null
  if (now - draft.savedAt <= LIFETIME_MS) return draft
  await clearDraft(form)
  return null
}

/** Keeps what is typed; files are kept apart, so that a keystroke does not copy a video. */
export async function saveDraft(
  form: string,
  values: Draft['values'],
  now = Date.now(),
): Promise<Draft> {
  const draft = { values, savedAt: now }
  await set(valuesKey(form), draft, openStore())
  dropLastWords(form)
  return draft
}

export const readDraftFile = (form: string, field: string): Promise<DraftFile | undefined> =>
  get<DraftFile>(fileKey(form, field), openStore())

export const saveDraftFile = (form: string, field: string, file: DraftFile): Promise<void> =>
  set(fileKey(form, field), file, openStore())

export const dropDraftFile = (form: string, field: string): Promise<void> =>
  del(fileKey(form, field), openStore())

/** Forgets what was typed and chosen for a form; without a name, for every form. */
export async function clearDraft(form?: string): Promise<void> {
  dropLastWords(form)
  await openStore()('readwrite', (drafts) => {
    // All keys that begin so: `0` comes after the slash.
    if (form === undefined) drafts.clear()
    else drafts.delete(IDBKeyRange.bound(`${form}/`, `${form}0`))
    return promisifyRequest(drafts.transaction)
  })
}
