import { createStore, del, get, keys, promisifyRequest, set, type UseStore } from 'idb-keyval'
import type * as v from 'valibot'
import type { createUpload, Upload } from '#api/upload.ts'
import { readItem, removeItem, writeItem } from './safe-storage.ts'

/** How long an unused draft stays on the device. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

/** The unsent values of a form; they never leave the device. */
export interface Draft {
  values: Record<string, unknown>
  savedAt: number
}

/** The permission of the API for one upload. */
export type UploadGrant = v.InferOutput<typeof createUpload.data>

type SavedAt = Pick<Draft, 'savedAt'>

/** A file chosen for a form, and the state of its upload. */
export interface DraftFile {
  file: File
  grant: UploadGrant | null
  /** URL of the unfinished upload at the storage provider. */
  url: string | null
  /** The upload, after the API has checked it. */
  upload: Upload | null
}

let store: UseStore | undefined
/** Opened on first use, because builds and some private windows have no IndexedDB. */
const openStore = (): UseStore => (store ??= createStore('drafts', 'drafts'))

const getValuesKey = (form: string) => `${form}/values`
const getFileKey = (form: string, field: string) => `${form}/file/${field}`

/** Key of an application's draft; the same in all languages. */
export const getDraftKey = (kind: 'course' | 'activity', id: number): string => `${kind}:${id}`

/** Key prefix of drafts in local storage, used because an unloading page cannot wait for IndexedDB. */
const SYNC_PREFIX = 'draft/'

/** A draft in local storage; `values` is null if the form was cleared. */
interface SyncDraft {
  values: Draft['values'] | null
  savedAt: number
}

function readSyncDraft(form: string): SyncDraft | null {
  try {
    const text = readItem('localStorage', SYNC_PREFIX + form)
    return text === null ? null : (JSON.parse(text) as SyncDraft)
  } catch {
    return null
  }
}

/** Saves a draft synchronously, for an unloading page. */
export function saveDraftSync(form: string, values: Draft['values'], now = Date.now()): void {
  writeSyncDraft(form, { values, savedAt: now })
}

const writeSyncDraft = (form: string, draft: SyncDraft): void =>
  writeItem('localStorage', SYNC_PREFIX + form, JSON.stringify(draft))

/** The forms with a draft in local storage. */
function listSyncForms(): string[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(SYNC_PREFIX))
    return names.map((name) => name.slice(SYNC_PREFIX.length))
  } catch {
    // Storage is blocked, so there is no draft.
    return []
  }
}

const deleteSyncDraft = (form: string): void => removeItem('localStorage', SYNC_PREFIX + form)

/** Deletes expired drafts, also those of forms that may never be opened again. */
async function clearExpired(now: number): Promise<void> {
  for (const form of listSyncForms()) {
    if (now - (readSyncDraft(form)?.savedAt ?? 0) > LIFETIME_MS) deleteSyncDraft(form)
  }
  for (const key of await keys<string>(openStore())) {
    const form = key.slice(0, key.indexOf('/'))
    const values = await get<SavedAt>(getValuesKey(form), openStore())
    // A draft may consist of files only.
    const stored = values ?? (await get<SavedAt>(key, openStore()))
    const savedAt = Math.max(stored?.savedAt ?? 0, readSyncDraft(form)?.savedAt ?? 0)
    if (now - savedAt > LIFETIME_MS) await (values ? clearDraft(form) : del(key, openStore()))
  }
}

/** Reads the draft of a form; null if there is none. Rejects if storage is blocked. */
export async function readDraft(form: string, now = Date.now()): Promise<Draft | null> {
  // A failure must not keep this draft from its form.
  await clearExpired(now).catch(() => {})
  const stored = (await get<Draft>(getValuesKey(form), openStore())) ?? null
  const unloaded = readSyncDraft(form)
  const isNewer = unloaded !== null && unloaded.savedAt >= (stored?.savedAt ?? 0)
  const draft = isNewer ? unloaded : stored
  if (draft === null) return null
  const { values, savedAt } = draft
  if (values !== null && now - savedAt <= LIFETIME_MS) return { values, savedAt }
  await clearDraft(form)
  return null
}

/** Saves the values of a form. Files are stored separately, so that a keystroke does not copy a video. */
export async function saveDraft(
  form: string,
  values: Draft['values'],
  now = Date.now(),
): Promise<Draft> {
  const draft = { values, savedAt: now }
  await set(getValuesKey(form), draft, openStore())
  // A form that was cleared during the save stays cleared.
  if ((readSyncDraft(form)?.savedAt ?? 0) <= now) deleteSyncDraft(form)
  return draft
}

/** Reads the file of a form; undefined if there is none. Rejects if storage is blocked. */
export async function readDraftFile(
  form: string,
  field: string,
  now = Date.now(),
): Promise<DraftFile | undefined> {
  // Restoring an expired file, while its draft is being deleted, would store it again.
  await clearExpired(now).catch(() => {})
  return get<DraftFile>(getFileKey(form, field), openStore())
}

export const saveDraftFile = (
  form: string,
  field: string,
  file: DraftFile,
  savedAt = Date.now(),
): Promise<void> => set(getFileKey(form, field), { ...file, savedAt }, openStore())

export const deleteDraftFile = (form: string, field: string): Promise<void> =>
  del(getFileKey(form, field), openStore())

/**
 * Deletes the values and files of a form; without a name, of every form. A form counts as cleared at once,
 * even if the page unloads before IndexedDB has deleted its values.
 */
export async function clearDraft(form?: string, now = Date.now()): Promise<void> {
  const unsaved = form === undefined ? listSyncForms() : []
  unsaved.forEach(deleteSyncDraft)
  // Without a name, this notifies open forms in other tabs (`followDeletion`).
  writeSyncDraft(form ?? '', { values: null, savedAt: now })
  await openStore()('readwrite', (drafts) => {
    // All keys with this prefix: `0` follows the slash in key order.
    if (form === undefined) drafts.clear()
    else drafts.delete(IDBKeyRange.bound(`${form}/`, `${form}0`))
    return promisifyRequest(drafts.transaction)
  })
  deleteSyncDraft(form ?? '')
}

/** Calls a function when another tab deletes all drafts. */
export function followDeletion(onDeleted: () => void, signal: AbortSignal): void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SYNC_PREFIX && newValue !== null) onDeleted()
  }
  addEventListener('storage', onStorage, { signal })
}
