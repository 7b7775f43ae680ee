import { useState } from 'react'
import { showToast } from '#features/forms/toast.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'

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

/** Copies a text to the clipboard, also in insecure contexts. @returns whether it was copied */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Fallback for insecure contexts, where browsers offer no Clipboard API. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  field.readOnly = true
  document.body.append(field)
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- insecure contexts have no alternative
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
