import { PDFDocument, PDFName, PDFString, type PDFContext } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import { complete, makePdf, upload } from '#tests/support/upload.ts'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(async () => {
  await api.deps.storage.settle()
  await api.close()
})

async function send(file: Buffer) {
  const member = await createMember(api)
  return complete(api, member, await upload(api, member, file))
}

type Change = (document: PDFDocument, context: PDFContext) => unknown

/** A PDF with a change, with objects in compressed streams or plain. */
async function createPdf(change: Change, useObjectStreams: boolean): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage([200, 200]).drawText('Resume')
  await change(document, document.context)
  return Buffer.from(await document.save({ useObjectStreams }))
}

const launch = (context: PDFContext) =>
  context.obj({ Type: 'Action', S: 'Launch', F: PDFString.of('calc.exe') })

function addLink(document: PDFDocument, action: ReturnType<typeof launch>): void {
  const { context } = document
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action })
  document.getPage(0).node.set(PDFName.of('Annots'), context.obj([context.register(link)]))
}

const openWith = (document: PDFDocument, action: ReturnType<typeof launch>) =>
  document.catalog.set(PDFName.of('OpenAction'), document.context.register(action))

const ACTIVE: Record<string, Change> = {
  'a script': (document) => document.addJavaScript('main', 'app.alert(1)'),
  'a link that launches a program': (document, context) => addLink(document, launch(context)),
  'an embedded file': (document) => document.attach(Buffer.from('MZ'), 'setup.exe'),
  'a URL that opens automatically': (document, context) =>
    openWith(document, context.obj({ Type: 'Action', S: 'URI' })),
  'a URL that opens after a page': (document, context) =>
    openWith(document, context.obj({ S: 'GoTo', Next: { S: 'URI' } })),
  'a page that opens a file on another computer': (document, context) => {
    const open = { S: 'GoToR', F: PDFString.of(String.raw`\\example.org\share\file.pdf`) }
    document.getPage(0).node.set(PDFName.of('AA'), context.obj({ O: open }))
  },
  'a 3D model with a script': (_, context) =>
    context.register(context.stream('runtime.pause()', { Type: '3D', OnInstantiate: 'x' })),
  'a form that submits automatically': (document) =>
    addLink(document, document.context.obj({ S: 'SubmitForm' })),
}

describe.each([
  ['compressed', true],
  ['plain', false],
])('PDF with %s objects', (_, isCompressed) => {
  test.each(Object.entries(ACTIVE))('is rejected with %s', async (_name, change) => {
    expect((await send(await createPdf(change, isCompressed))).envelope.code).toBe(500407)
  })

  test('is accepted with links, a title that mentions JavaScript, and a page to open at', async () => {
    const file = await createPdf((document, context) => {
      document.setTitle('Java/JavaScript developer /Launch (/EmbeddedFile)')
      const uri = context.obj({ S: 'URI', URI: PDFString.of('https://example.org') })
      addLink(document, uri)
      openWith(document, context.obj({ S: 'GoTo' }))
    }, isCompressed)
    expect((await send(file)).envelope.code).toBe(200)
  })
})

test.each([
  ['spelled with escapes', '/OpenAction << /S /Java#53cript /JS (app.alert\\(1\\)) >> '],
  ['in an action of its own', '/AA << /WC << /S /JavaScript /JS (x) >> >> '],
])('a PDF with a script %s is rejected', async (_, catalog) => {
  expect((await send(makePdf({ catalog }))).envelope.code).toBe(500407)
})

test('a PDF with an object that readers repair but the check cannot parse is rejected', async () => {
  const action = '9 0 obj << /S /Launch /F (calc.exe) /Key value >>'
  const catalog = `/OpenAction 9 0 R >>\nendobj\n${action}\nendobj\n10 0 obj\n<< `
  expect((await send(makePdf({ catalog }))).envelope.code).toBe(500407)
})

test('the rejection explains in both languages what to do', async () => {
  const member = await createMember(api)
  const file = await createPdf((document) => document.addJavaScript('a', 'b'), true)
  const { upload_id, ticket } = await upload(api, member, file)
  const readMessage = async (lang: 'en' | 'zh-cn') => {
    const body = { upload_id, ticket }
    return (await api.call('POST /api/upload/complete', { headers: member.headers, lang, body }))
      .envelope.msg
  }
  expect(await readMessage('en')).toContain('save it again as a plain PDF')
  expect(await readMessage('zh-cn')).toContain('另存后重新上传')
})
