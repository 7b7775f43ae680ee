import { atom, map, onMount } from 'nanostores'
import type { UploadInfo, UploadKind } from '#api/upload.ts'
import { followInitData } from './site.ts'
import { dropDraftFile, readDraftFile, saveDraftFile, type DraftFile } from './drafts.ts'
import type { createTransfer, Transfer } from './transfer.ts'

/** Upload endpoint and size limits of form files (spec section 3, client state). */
export const $uploadInfo = atom<UploadInfo | null>(null)

/** Sets the upload info from init data. */
export function setUploadInfo(info: UploadInfo): void {
  $uploadInfo.set(info)
}

onMount($uploadInfo, () =>
  typeof window === 'undefined' ? undefined : followInitData(({ upload }) => setUploadInfo(upload)),
)

/** The files of the forms on this page, by form and field. */
export const $transfers = map<Record<string, Transfer & { file: File }>>({})

const running = new Map<string, ReturnType<typeof createTransfer>>()

/** Name of a file in `$transfers`. */
export const transferOf = (form: string, field: string): string => `${form}/${field}`

/** The form field of a file. */
interface Place {
  form: string
  field: string
  kind: UploadKind
}

/** Resumes the upload of a file that was chosen on an earlier visit. */
export async function restoreUpload(place: Place): Promise<void> {
  const known = await readDraftFile(place.form, place.field).catch(() => undefined)
  const name = transferOf(place.form, place.field)
  if (known && !$transfers.get()[name]) await startUpload(place, known)
}

/** Stores a file with the draft of its form and starts the upload. */
export async function startUpload({ form, field, kind }: Place, known: DraftFile): Promise<void> {
  const name = transferOf(form, field)
  const { file } = known
  forgetUpload(name)
  $transfers.setKey(name, { status: 'sending', sent: 0, upload: null, fault: null, file })
  // Loaded on demand.
  const { createTransfer: create } = await import('./transfer.ts')
  if ($transfers.get()[name]?.file !== file) return
  const transfer = create({
    kind,
    known,
    // Without storage the upload works, but cannot resume after a reload.
    remember: (next) => void saveDraftFile(form, field, next).catch(() => {}),
    report: (state) => $transfers.setKey(name, { ...state, file }),
  })
  running.set(name, transfer)
  void transfer.start()
}

export const pauseUpload = (name: string): void => running.get(name)?.pause()
export const resumeUpload = (name: string): void => void running.get(name)?.start()

/** Removes a file from its form and deletes the upload. */
export function removeUpload(form: string, field: string): void {
  const name = transferOf(form, field)
  running.get(name)?.cancel()
  forgetUpload(name)
  void dropDraftFile(form, field).catch(() => {})
}

/** Removes a file from the page only, after its form was sent. */
export function forgetUpload(name: string): void {
  running.get(name)?.stop()
  running.delete(name)
  const { [name]: _gone, ...others } = $transfers.get()
  $transfers.set(others)
}
