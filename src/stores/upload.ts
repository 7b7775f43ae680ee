import { atom, map, onMount } from 'nanostores'
import type { UploadInfo, UploadKind } from '#api/upload.ts'
import { followInitData } from './site.ts'
import { dropDraftFile, readDraftFile, saveDraftFile, type DraftFile } from './drafts.ts'
import type { createTransfer, Transfer } from './transfer.ts'

/** Where files of forms go, and how large they may be (spec section 3, client state). */
export const $uploadInfo = atom<UploadInfo | null>(null)

/** Takes the upload info of the init data; what is newer counts. */
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

/** The field of a form that a file stands in. */
interface Place {
  form: string
  field: string
  kind: UploadKind
}

/** Goes on with a file that was chosen on an earlier visit. */
export async function restoreUpload(place: Place): Promise<void> {
  const known = await readDraftFile(place.form, place.field).catch(() => undefined)
  const name = transferOf(place.form, place.field)
  if (known && !$transfers.get()[name]) await startUpload(place, known)
}

/** Keeps a file with the draft of its form and sends it as soon as it can be sent. */
export async function startUpload({ form, field, kind }: Place, known: DraftFile): Promise<void> {
  const name = transferOf(form, field)
  const { file } = known
  forgetUpload(name)
  $transfers.setKey(name, { status: 'sending', sent: 0, upload: null, fault: null, file })
  // Loaded when there is a file to send.
  const { createTransfer: create } = await import('./transfer.ts')
  if ($transfers.get()[name]?.file !== file) return
  const transfer = create({
    kind,
    known,
    // Without a place to keep it the upload still works, only not across a reload.
    remember: (next) => void saveDraftFile(form, field, next).catch(() => {}),
    report: (state) => $transfers.setKey(name, { ...state, file }),
  })
  running.set(name, transfer)
  void transfer.start()
}

export const pauseUpload = (name: string): void => running.get(name)?.pause()
export const resumeUpload = (name: string): void => void running.get(name)?.start()

/** Takes a file out of its form, and deletes it where it went. */
export function removeUpload(form: string, field: string): void {
  const name = transferOf(form, field)
  running.get(name)?.cancel()
  forgetUpload(name)
  void dropDraftFile(form, field).catch(() => {})
}

/** Drops a file from the page only: its form was sent. */
export function forgetUpload(name: string): void {
  running.get(name)?.stop()
  running.delete(name)
  const { [name]: _gone, ...others } = $transfers.get()
  $transfers.set(others)
}
