/** The type of a document, which is also its file extension. */
export type DocumentKind = 'html' | 'pdf' | 'txt'

const PDF = '%PDF-'

/**
 * Detects the type of a document by its content, because its URL may have any extension.
 * @throws Error naming a document that is neither HTML, PDF nor text
 */
export function readDocumentKind(bytes: Uint8Array, address: string): DocumentKind {
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
