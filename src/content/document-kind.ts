const PDF = '%PDF-'

/**
 * What a document of the organisation is, by its content alone: its address may name any ending.
 * @returns the ending to publish it under
 * @throws Error naming a document that is neither HTML, PDF nor text
 */
export function readDocumentKind(bytes: Uint8Array, address: string): 'html' | 'pdf' | 'txt' {
  if (Buffer.from(bytes.subarray(0, PDF.length)).toString('latin1') === PDF) return 'pdf'
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${address} is neither HTML, PDF nor text`)
  }
  if (text.includes('\0')) throw new Error(`${address} is neither HTML, PDF nor text`)
  return /^\s*<(?:!doctype|html|h[1-6]|p|div|section|article|!--)\b/i.test(text) ? 'html' : 'txt'
}
