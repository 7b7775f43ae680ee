import { PDFName, PDFString } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { findActiveContent } from '#scripts/admin-api/modules/upload/check/find-active-content.ts'
import {
  addLink,
  createHarmlessPdf,
  createPdf,
  launch,
  makeUnparsablePdf,
  openWith,
  type PdfChange,
} from '#tests/support/pdf.ts'
import { makePdf } from '#tests/support/upload.ts'

const ACTIVE: Record<string, [change: PdfChange, found: string]> = {
  'a script': [(document) => document.addJavaScript('main', 'app.alert(1)'), 'JavaScript'],
  'a link that launches a program': [
    (document, context) => addLink(document, launch(context)),
    'Launch',
  ],
  'an embedded file': [
    (document) => document.attach(Buffer.from('MZ'), 'setup.exe'),
    'EmbeddedFiles',
  ],
  'a URL that opens automatically': [
    (document, context) => openWith(document, context.obj({ Type: 'Action', S: 'URI' })),
    'OpenAction',
  ],
  'a URL that opens after a page': [
    (document, context) => openWith(document, context.obj({ S: 'GoTo', Next: { S: 'URI' } })),
    'OpenAction',
  ],
  'a page that opens a file on another computer': [
    (document, context) => {
      const open = { S: 'GoToR', F: PDFString.of(String.raw`\\example.org\share\file.pdf`) }
      document.getPage(0).node.set(PDFName.of('AA'), context.obj({ O: open }))
    },
    'AA',
  ],
  'a 3D model with a script': [
    (_, context) =>
      context.register(context.stream('runtime.pause()', { Type: '3D', OnInstantiate: 'x' })),
    'OnInstantiate',
  ],
  'a form that submits automatically': [
    (document) => addLink(document, document.context.obj({ S: 'SubmitForm' })),
    'SubmitForm',
  ],
}

describe.each([
  ['compressed', true],
  ['plain', false],
])('in a PDF with %s objects', (_, isCompressed) => {
  test.each(Object.entries(ACTIVE))('finds %s', async (_name, [change, found]) => {
    expect(await findActiveContent(await createPdf(change, isCompressed))).toBe(found)
  })

  test('finds nothing in links, a title that mentions JavaScript, and a page to open at', async () => {
    expect(await findActiveContent(await createHarmlessPdf(isCompressed))).toBeUndefined()
  })
})

test.each([
  [
    'spelled with escapes',
    '/OpenAction << /S /Java#53cript /JS (app.alert\\(1\\)) >> ',
    'JavaScript',
  ],
  ['in an action of its own', '/AA << /WC << /S /JavaScript /JS (x) >> >> ', 'AA'],
])('finds a script %s', async (_, catalog, found) => {
  expect(await findActiveContent(makePdf({ catalog }))).toBe(found)
})

test('refuses an object that readers repair but the check cannot parse', async () => {
  await expect(findActiveContent(makeUnparsablePdf())).rejects.toThrow()
})
