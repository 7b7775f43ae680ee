/** Puts a text on the clipboard, also where the page is not served securely. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The old way: browsers offer the clipboard to secure pages only. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  field.readOnly = true
  document.body.append(field)
  field.select()
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way on such a page
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
