import { useState } from 'react'
import { showToast } from '#features/forms/toast.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import { copyText } from './copy-text.ts'

/** Copies a text to the clipboard and confirms it. @returns whether it was copied, and a function to copy it */
export function useCopy(text: string, t: IslandTexts<'form'>) {
  const [isCopied, setCopied] = useState(false)
  async function copyAndConfirm(): Promise<void> {
    if (!(await copyText(text))) return
    setCopied(true)
    showToast(t, 'forms:copy_done')
  }
  return { isCopied, copy: () => void copyAndConfirm() }
}
