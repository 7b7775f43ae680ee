import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UploadInfo, UploadKind } from '#api/upload.ts'
import { saveDraftFile } from '#stores/drafts.ts'
import {
  $transfers,
  $uploadInfo,
  pauseUpload,
  removeUpload,
  restoreUpload,
  resumeUpload,
  startUpload,
  transferOf,
} from '#stores/upload.ts'
import type { FileFault } from './file-fault.ts'
import { describeUploadFault } from './fault-of-transfer.ts'

interface Options {
  /** Name of the draft that keeps the file. */
  draft: string
  field: string
  kind: UploadKind
  /** What the page was printed with; newer init data counts. */
  info: UploadInfo
  /** Puts the upload into the form, or takes it out. */
  set: (id: number | null) => void
}

/** A file of a form: chosen, checked, kept with the draft, sent. */
export function useUpload({ draft, field, kind, info, set }: Options) {
  const name = transferOf(draft, field)
  const transfer = useStore($transfers, { ssr: 'initial' })[name]
  const [isReading, setReading] = useState(false)
  const [refused, setRefused] = useState<FileFault | null>(null)
  const place = { form: draft, field, kind }

  // A file chosen on an earlier visit goes on.
  useEffect(() => void restoreUpload({ form: draft, field, kind }), [draft, field, kind])

  const id = transfer?.upload?.id ?? null
  const tell = useEffectEvent(set)
  useEffect(() => void tell(id), [id])

  async function choose(file: File): Promise<void> {
    setRefused(null)
    setReading(true)
    // Loaded when a file is chosen.
    const { checkFile, measureLength } = await import('./examine-file.ts')
    const fault = await checkFile(kind, file, $uploadInfo.get() ?? info, measureLength)
    setReading(false)
    if (fault) return setRefused(fault)
    if (transfer) removeUpload(draft, field)
    const known = { file, grant: null, url: null, upload: null }
    await saveDraftFile(draft, field, known).catch(() => {})
    await startUpload(place, known)
  }

  return {
    transfer,
    isReading,
    fault: refused ?? (transfer?.fault ? describeUploadFault(transfer.fault) : null),
    choose,
    remove: () => {
      setRefused(null)
      removeUpload(draft, field)
    },
    pause: () => pauseUpload(name),
    resume: () => resumeUpload(name),
  }
}
export type UploadControl = ReturnType<typeof useUpload>
