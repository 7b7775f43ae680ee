import { atom, map, onMount } from 'nanostores'
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

/** The files of the forms on this page, by `transferKey`. */
export const $transfers = map<Record<string, Transfer & { file: File }>>({})

const running = new Map<string, ReturnType<typeof createTransfer>>()

/** Key of a file in `$transfers`. */
export const transferKey = (form: string, field: string): string => `${form}/${field}`

/** The form field of a file. */
interface FileField {
  form: string
  field: string
  kind: UploadKind
}

/** Resumes the upload of a file that was chosen on an earlier visit. */
export async function restoreUpload(target: FileField): Promise<void> {
  const draft = await readDraftFile(target.form, target.field).catch(() => undefined)
  const name = transferKey(target.form, target.field)
  if (draft && !$transfers.get()[name]) await startUpload(target, draft)
}

/** Stores a file with the draft of its form and starts the upload. */
export async function startUpload(
  { form, field, kind }: FileField,
  draft: DraftFile,
): Promise<void> {
  const name = transferKey(form, field)
  const { file } = draft
  clearUpload(name)
  $transfers.setKey(name, { status: 'sending', sent: 0, upload: null, fault: null, file })
  // The upload code is loaded with the first file.
  const { createTransfer: create } = await import('./transfer.ts')
  if ($transfers.get()[name]?.file !== file) return
  const transfer = create({
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
  const name = transferKey(form, field)
  running.get(name)?.cancel()
  clearUpload(name)
  void deleteDraftFile(form, field).catch(() => {})
}

/** Removes a file from the page, but not from the API, after its form was sent. */
export function clearUpload(name: string): void {
  running.get(name)?.stop()
  running.delete(name)
  const { [name]: _removed, ...others } = $transfers.get()
  $transfers.set(others)
}
