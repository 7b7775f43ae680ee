import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadInfo, UploadKind } from '#api/upload.ts'
import { useSession } from '#features/ui/use-session.ts'
import { saveDraftFile } from '#stores/drafts.ts'
import {
  $transfers,
  $uploadInfo,
  pauseUpload,
  removeUpload,
  restoreUpload,
  resumeUpload,
  startUpload,
  transferKey,
} from '#stores/upload.ts'
import { describeUploadFault, type FileFault } from './file-fault.ts'

interface Options {
  /** Name of the draft that stores the file. */
  draft: string
  field: string
  kind: UploadKind
  /** Limits at build time; newer init data overrides them. */
  info: UploadInfo
  /** Sets or clears the upload id in the form. */
  set: (id: number | null) => void
}

/** The file of a form field: validates it, stores it with the draft and uploads it. */
export function useUpload({ draft, field, kind, info, set }: Options) {
  const name = transferKey(draft, field)
  const transfer = useStore($transfers, { ssr: 'initial' })[name]
  const [isReading, setReading] = useState(false)
  const [refused, setRefused] = useState<FileFault | null>(null)
  const place = { form: draft, field, kind }
  // Number of the latest choice: it replaces a file that is still being read.
  const latest = useRef(0)

  // Resumes the upload of an earlier visit.
  useEffect(() => void restoreUpload({ form: draft, field, kind }), [draft, field, kind])

  // The visitor may log in in another tab.
  const isMember = useSession().status === 'member'
  const isWaiting = transfer?.status === 'waiting'
  useEffect(() => {
    if (isMember && isWaiting) resumeUpload(name)
  }, [isMember, isWaiting, name])

  const id = transfer?.upload?.id ?? null
  const emitId = useEffectEvent(set)
  useEffect(() => void emitId(id), [id])

  async function choose(file: File): Promise<void> {
    latest.current += 1
    const choice = latest.current
    setRefused(null)
    setReading(true)
    // Loaded once a file has been chosen, both now, so that the upload can start.
    const code = await Promise.all([
      import('./check-file.ts'),
      import('#stores/transfer.ts'),
    ]).catch(() => null)
    const fault: FileFault | null = code
      ? await code[0].checkFile(kind, file, $uploadInfo.get() ?? info)
      : { key: 'errors:network' }
    if (choice !== latest.current) return
    setReading(false)
    if (fault) return setRefused(fault)
    if ($transfers.get()[name]) removeUpload(draft, field)
    const stored = { file, grant: null, url: null, upload: null }
    await saveDraftFile(draft, field, stored).catch(() => {})
    await startUpload(place, stored)
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
