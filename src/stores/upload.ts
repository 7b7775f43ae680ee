import { atom, map, onMount, type MapStore } from 'nanostores'
import type { UploadInfo, UploadKind } from '#api/upload.ts'
import { followInitData } from './site.ts'
import { deleteDraftFile, readDraftFile, saveDraftFile, type DraftFile } from './drafts.ts'
import type { createTransfer, Transfer } from './transfer.ts'

/** Upload endpoint and size limits for files of forms (spec section 3, client state). */
export const $uploadInfo = atom<UploadInfo | null>(null)

/** Sets the upload info from init data. */
export function setUploadInfo(info: UploadInfo): void {
  $uploadInfo.set(info)
}

onMount($uploadInfo, () =>
  typeof window === 'undefined' ? undefined : followInitData(({ upload }) => setUploadInfo(upload)),
)

/** The files of the forms on this page, by `getTransferKey`. */
export const $transfers = map<Record<string, Transfer & { file: File }>>({})

/** The files that are being read before their upload, by `getTransferKey`. */
export const $reading = map<Record<string, File>>({})

const running = new Map<string, ReturnType<typeof createTransfer>>()

/** Key of a file in `$transfers`. */
export const getTransferKey = (form: string, field: string): string => `${form}/${field}`

/** The form field of a file. */
interface FileField {
  form: string
  field: string
  kind: UploadKind
}

/** Resumes the upload of a file that was chosen on an earlier visit. */
export async function restoreUpload(target: FileField): Promise<void> {
  const draft = await readDraftFile(target.form, target.field).catch(() => undefined)
  const name = getTransferKey(target.form, target.field)
  const isReplaced = $transfers.get()[name] !== undefined || $reading.get()[name] !== undefined
  if (draft && !isReplaced) await startUpload(target, draft)
}

/**
 * Checks a chosen file, stores it with the draft of its form and starts the upload. Another choice, or the removal
 * of the file, ends that.
 * @returns why the file is refused, else null
 */
export async function chooseFile<Fault>(
  target: FileField,
  file: File,
  check: () => Promise<Fault | null>,
): Promise<Fault | null> {
  const { form, field } = target
  const name = getTransferKey(form, field)
  $reading.setKey(name, file)
  const fault = await check()
  if ($reading.get()[name] !== file) return null
  removeKey($reading, name)
  if (fault !== null) return fault
  if ($transfers.get()[name]) removeUpload(form, field)
  const stored = { file, grant: null, url: null, upload: null }
  await Promise.allSettled([startUpload(target, stored), saveDraftFile(form, field, stored)])
  return null
}

/** Starts the upload of a file that is stored with the draft of its form. */
async function startUpload(target: FileField, draft: DraftFile): Promise<void> {
  const { form, field, kind } = target
  const name = getTransferKey(form, field)
  const { file } = draft
  clearUpload(name)
  const begun = { status: 'sending', sent: 0, upload: null, fault: null, file } as const
  $transfers.setKey(name, begun)
  const isShown = () => $transfers.get()[name]?.file === file
  // The upload code is loaded with the first file.
  const code = await import('./transfer.ts').catch(() => null)
  if (!isShown()) return
  if (!code) {
    // Only offline: otherwise the page is reloaded (`browser/chunk-reload.ts`).
    $transfers.setKey(name, { ...begun, status: 'offline' })
    const start = () => isShown() && void startUpload(target, draft)
    addEventListener('online', start, { once: true })
    return
  }
  const transfer = code.createTransfer({
    kind,
    draft,
    // Without storage the upload works, but it cannot resume after a reload.
    save: (next) => void saveDraftFile(form, field, next).catch(() => {}),
    report: (state) => $transfers.setKey(name, { ...state, file }),
  })
  running.set(name, transfer)
  void transfer.start()
}

export const pauseUpload = (name: string): void => running.get(name)?.pause()
export const resumeUpload = (name: string): void => void running.get(name)?.start()

/** Removes a file from its form and deletes the upload. */
export function removeUpload(form: string, field: string): void {
  const name = getTransferKey(form, field)
  running.get(name)?.cancel()
  clearUpload(name)
  void deleteDraftFile(form, field).catch(() => {})
}

/** Removes a file from the page, but not from the API, after its form was sent. */
export function clearUpload(name: string): void {
  running.get(name)?.stop()
  running.delete(name)
  removeKey($transfers, name)
  removeKey($reading, name)
}

function removeKey<Value>(files: MapStore<Record<string, Value>>, name: string): void {
  const { [name]: _removed, ...others } = files.get()
  files.set(others)
}

/** The fields of a form that have a file or read one. */
export const listFileFields = (form: string): string[] =>
  Object.keys({ ...$transfers.get(), ...$reading.get() })
    .filter((name) => name.startsWith(`${form}/`))
    .map((name) => name.slice(form.length + 1))
