import { useState } from 'react'
import { showToast } from '#features/forms/toast.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import { copyText } from './copy-text.ts'

/** A button that copies a text and confirms it. */
export function useCopy(text: string, t: IslandTexts<'form'>) {
  const [isCopied, setCopied] = useState(false)
  async function copyAndConfirm(): Promise<void> {
    if (!(await copyText(text))) return
    setCopied(true)
    showToast(t, 'forms:copy_done')
  }
  return { isCopied, copy: () => void copyAndConfirm() }
}
