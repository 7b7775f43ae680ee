/** Copies a text to the clipboard, also in insecure contexts. @returns whether it was copied */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Fallback for insecure contexts, where browsers offer no Clipboard API. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  field.readOnly = true
  document.body.append(field)
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- insecure contexts have no alternative
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
