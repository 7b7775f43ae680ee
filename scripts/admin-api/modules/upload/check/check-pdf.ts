import { readFile } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { getResolvedPDFJS } from 'unpdf'
import { CHECKS } from '../limits.ts'
import { findActiveContent } from './find-active-content.ts'
import { ACTIVE_PDF, WRONG_TYPE, type Verdict } from './verdict.ts'

const { getDocument } = await getResolvedPDFJS()

const END_OF_ZIP = Buffer.from('PK\u0005\u0006', 'latin1')
const END_OF_ZIP_BYTES = 22
const LONGEST_COMMENT = 0xffff
/** Readers look for the end mark of a PDF in its last KiB (ISO 32000-1, annex H.3.18). */
const END_OF_PDF = Buffer.from('%%EOF', 'latin1')
const END_OF_PDF_WITHIN = 1024
/** Formats that begin inside a file, and so can begin inside a PDF. */
const INNER_SIGNATURES: readonly [offset: number, signature: string][] = [
  [128, 'DICM'],
  [257, 'ustar'],
  [0x8001, 'CD001'],
]

/** A zip is read from its end: one that reaches the end of the file can be opened as a zip. */
function isZipToo(file: Buffer): boolean {
  const from = Math.max(0, file.length - END_OF_ZIP_BYTES - LONGEST_COMMENT)
  for (let at = file.indexOf(END_OF_ZIP, from); at >= 0; at = file.indexOf(END_OF_ZIP, at + 1)) {
    if (at + END_OF_ZIP_BYTES > file.length) return false
    if (at + END_OF_ZIP_BYTES + file.readUInt16LE(at + 20) >= file.length) return true
  }
  return false
}

/** Whether a file is nothing but a PDF, as far as its outer form tells (cf. corkami on polyglots). */
async function hasForm(file: Buffer): Promise<boolean> {
  if (file.toString('latin1', 0, 5) !== '%PDF-') return false
  if ((await fileTypeFromBuffer(file))?.mime !== 'application/pdf') return false
  const end = file.lastIndexOf(END_OF_PDF)
  if (end < file.length - END_OF_PDF_WITHIN) return false
  const isOther = INNER_SIGNATURES.some(
    ([offset, text]) => file.toString('latin1', offset, offset + text.length) === text,
  )
  return !isOther && !isZipToo(file)
}

/** Opens a PDF as readers do; throws for one that cannot be read or asks for a password. */
function openDocument(file: Buffer) {
  return getDocument({
    data: new Uint8Array(file),
    verbosity: 0,
    useSystemFonts: false,
    enableXfa: false,
  }).promise
}
type Document = Awaited<ReturnType<typeof openDocument>>

/** Whether a reader that follows the tables of the file comes to scripts or attachments. */
async function hasScripts(document: Document): Promise<boolean> {
  if (await document.hasJSActions()) return true
  if ((await document.getAttachments()) !== null) return true
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    if ((await page.getJSActions()) !== null) return true
  }
  return false
}

/** Checks a resume: it shows pages, not too many, and does nothing else. */
export async function checkPdf(path: string): Promise<Verdict> {
  const file = await readFile(path)
  if (!(await hasForm(file))) return WRONG_TYPE
  const document = await openDocument(file)
  const pages = document.numPages
  if (pages < 1 || pages > CHECKS.pdfMaxPages) return WRONG_TYPE
  // The number alone is only what the file says about itself.
  await document.getPage(pages)
  // A file that cannot be parsed here is refused with the same advice: printing it makes a plain one.
  const active = await findActiveContent(file).catch(() => 'cannot be parsed')
  const isActive = active !== undefined || (await hasScripts(document))
  return isActive ? ACTIVE_PDF : { fits: true, mime: 'application/pdf', durationS: null }
}
