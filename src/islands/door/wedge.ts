/** Hands type slower than this; scanners that act as a keyboard do not. */
const LONGEST_GAP_MS = 60
const SHORTEST_CODE = 8

/**
 * Reads a scanner that types: quick keys, then Enter. Give it each key with its time.
 * @returns the code, once it is complete
 */
export function createWedge() {
  let text = ''
  let last = 0
  return (key: string, at: number): string | null => {
    const isQuick = at - last <= LONGEST_GAP_MS
    last = at
    if (!isQuick) text = ''
    if (key === 'Enter') {
      const code = text
      text = ''
      return code.length >= SHORTEST_CODE ? code : null
    }
    // Shift and the like are keys too.
    if (key.length === 1) text += key
    return null
  }
}
