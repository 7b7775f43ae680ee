import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UploadInfo } from '#api/upload.ts'
import { useSession } from '#features/ui/use-session.ts'
import {
  $reading,
  $transfers,
  $uploadInfo,
  chooseFile,
  pauseUpload,
  removeUpload,
  restoreUpload,
  resumeUpload,
  getTransferKey,
} from '#stores/upload.ts'
import { describeUploadFault, type FileFault, type FileKind } from './file-fault.ts'

interface Options {
  /** Name of the draft that stores the file. */
  draft: string
  field: string
  kind: FileKind
  /** Limits at build time; newer init data overrides them. */
  info: UploadInfo
  /** Sets or clears the upload id in the form. */
  set: (id: number | null) => void
}

/** The file of a form field: validates it, stores it with the draft and uploads it. */
export function useUpload({ draft, field, kind, info, set }: Options) {
  const name = getTransferKey(draft, field)
  const transfer = useStore($transfers, { ssr: 'initial' })[name]
  const isReading = useStore($reading, { ssr: 'initial' })[name] !== undefined
  const [refused, setRefused] = useState<FileFault | null>(null)

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

  async function check(file: File): Promise<FileFault | null> {
    // Loaded once a file has been chosen, both now, so that the upload can start.
    const code = await Promise.all([
      import('./check-file.ts'),
      import('#stores/transfer.ts'),
    ]).catch(() => null)
    return code
      ? code[0].checkFile(kind, file, $uploadInfo.get() ?? info)
      : { key: 'errors:network' }
  }

  async function choose(file: File): Promise<void> {
    setRefused(null)
    const fault = await chooseFile({ form: draft, field, kind }, file, () => check(file))
    if (fault) setRefused(fault)
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
