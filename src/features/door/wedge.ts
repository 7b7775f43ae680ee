/** Maximum gap between the keys of a scanner; people type slower. */
const MAX_GAP_MS = 60
const MIN_CODE_LENGTH = 8

/**
 * Recognises the input of a keyboard wedge scanner: quick keys, then Enter.
 * @returns a function that takes each key with its time in ms, and returns the code when it is complete
 */
export function createWedge() {
  let text = ''
  let last = 0
  return (key: string, at: number): string | null => {
    const isQuick = at - last <= MAX_GAP_MS
    last = at
    if (!isQuick) text = ''
    if (key === 'Enter') {
      const code = text
      text = ''
      return code.length >= MIN_CODE_LENGTH ? code : null
    }
    // Ignore modifier keys.
    if (key.length === 1) text += key
    return null
  }
}
