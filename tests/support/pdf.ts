import { PDFDocument, PDFName, PDFString, type PDFContext } from '@cantoo/pdf-lib'
import { makePdf } from './upload.ts'

export type PdfChange = (document: PDFDocument, context: PDFContext) => unknown

/** A PDF with a change, with objects in compressed streams or plain. */
export async function createPdf(change: PdfChange, useObjectStreams: boolean): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage([200, 200]).drawText('Resume')
  await change(document, document.context)
  return Buffer.from(await document.save({ useObjectStreams }))
}

/** An action that launches a program. */
export const launch = (context: PDFContext) =>
  context.obj({ Type: 'Action', S: 'Launch', F: PDFString.of('calc.exe') })

type Action = ReturnType<typeof launch>

/** Adds a link with an action to the first page. */
export function addLink(document: PDFDocument, action: Action): void {
  const { context } = document
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action })
  document.getPage(0).node.set(PDFName.of('Annots'), context.obj([context.register(link)]))
}

/** Runs an action when the document is opened. */
export const openWith = (document: PDFDocument, action: Action): void =>
  document.catalog.set(PDFName.of('OpenAction'), document.context.register(action))

/** A PDF with links, a title that mentions JavaScript, and a page to open at, none of which is active. */
export const createHarmlessPdf = (useObjectStreams: boolean): Promise<Buffer> =>
  createPdf((document, context) => {
    document.setTitle('Java/JavaScript developer /Launch (/EmbeddedFile)')
    addLink(document, context.obj({ S: 'URI', URI: PDFString.of('https://example.org') }))
    openWith(document, context.obj({ S: 'GoTo' }))
  }, useObjectStreams)

/** A PDF with an action that readers repair, but that cannot be parsed. */
export function makeUnparsablePdf(): Buffer {
  const action = '9 0 obj << /S /Launch /F (calc.exe) /Key value >>'
  const catalog = `/OpenAction 9 0 R >>\nendobj\n${action}\nendobj\n10 0 obj\n<< `
  return makePdf({ catalog })
}
