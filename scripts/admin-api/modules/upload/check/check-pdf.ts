import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { getResolvedPDFJS } from 'unpdf'
import { CHECKS } from '../limits.ts'
import { findActiveContent } from './find-active-content.ts'
import { WRONG_TYPE, type FileVerdict } from './verdict.ts'

const { getDocument } = await getResolvedPDFJS()

/** End of central directory record of a zip. */
const END_OF_ZIP = Buffer.from('PK\u0005\u0006', 'latin1')
const END_OF_ZIP_BYTES = 22
const MAX_ZIP_COMMENT = 0xffff
/** Readers expect the end marker of a PDF in its last KiB (ISO 32000-1, annex H.3.18). */
const END_OF_PDF = Buffer.from('%%EOF', 'latin1')
const END_OF_PDF_WITHIN = 1024
/** Formats whose signature is not at the start, so that a PDF can also be such a file. */
const INNER_SIGNATURES: readonly [offset: number, signature: string][] = [
  [128, 'DICM'],
  [257, 'ustar'],
  [0x8001, 'CD001'],
]

/** Whether a file can also be opened as a zip: zips are read from the end of the file. */
function isAlsoZip(file: Buffer): boolean {
  const from = Math.max(0, file.length - END_OF_ZIP_BYTES - MAX_ZIP_COMMENT)
  for (let at = file.indexOf(END_OF_ZIP, from); at >= 0; at = file.indexOf(END_OF_ZIP, at + 1)) {
    if (at + END_OF_ZIP_BYTES > file.length) return false
    if (at + END_OF_ZIP_BYTES + file.readUInt16LE(at + 20) >= file.length) return true
  }
  return false
}

/** Whether a file is a PDF and, judging by its signatures, no polyglot (see corkami on polyglots). */
async function isPlainPdf(file: Buffer): Promise<boolean> {
  if (file.toString('latin1', 0, 5) !== '%PDF-') return false
  if ((await fileTypeFromBuffer(file))?.mime !== 'application/pdf') return false
  const end = file.lastIndexOf(END_OF_PDF)
  if (end < file.length - END_OF_PDF_WITHIN) return false
  const isOther = INNER_SIGNATURES.some(
    ([offset, text]) => file.toString('latin1', offset, offset + text.length) === text,
  )
  return !isOther && !isAlsoZip(file)
}

/** Opens a PDF. @throws when it cannot be read or requires a password */
function openDocument(file: Buffer) {
  return getDocument({
    data: new Uint8Array(file),
    verbosity: 0,
    useSystemFonts: false,
    enableXfa: false,
  }).promise
}
type Document = Awaited<ReturnType<typeof openDocument>>

/** Whether a document has scripts or attachments that readers would find. */
async function hasScripts(document: Document): Promise<boolean> {
  if (await document.hasJSActions()) return true
  if ((await document.getAttachments()) !== null) return true
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    if ((await page.getJSActions()) !== null) return true
  }
  return false
}

/** Checks a resume: a PDF with a limited number of pages and no active content. */
export async function checkPdf(path: string): Promise<FileVerdict> {
  const file = await readFile(path)
  if (!(await isPlainPdf(file))) return WRONG_TYPE
  const document = await openDocument(file)
  const pages = document.numPages
  if (pages < 1 || pages > CHECKS.pdfMaxPages) return WRONG_TYPE
  // Loads the last page, since the page count in the metadata may be wrong.
  await document.getPage(pages)
  // A file that cannot be parsed is refused like active content: printing it as a new PDF fixes both.
  const active = await findActiveContent(file).catch(() => 'cannot be parsed')
  const isActive = active !== undefined || (await hasScripts(document))
  return isActive
    ? { fits: false, code: 500407, durationS: null }
    : { fits: true, mime: 'application/pdf', durationS: null }
}
