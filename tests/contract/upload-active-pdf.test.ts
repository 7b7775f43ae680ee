import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import {
  addLink,
  createHarmlessPdf,
  createPdf,
  launch,
  makeUnparsablePdf,
} from '#tests/support/pdf.ts'
import { complete, upload } from '#tests/support/upload.ts'

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

test.each([
  ['compressed', true],
  ['plain', false],
])('a PDF with a link that launches a program in %s objects is rejected', async (_, compressed) => {
  const file = await createPdf(
    (document, context) => addLink(document, launch(context)),
    compressed,
  )
  expect((await send(file)).envelope.code).toBe(500407)
})

test('a PDF with links, a title that mentions JavaScript, and a page to open at is accepted', async () => {
  expect((await send(await createHarmlessPdf(true))).envelope.code).toBe(200)
})

test('a PDF with an object that readers repair but the check cannot parse is rejected', async () => {
  expect((await send(makeUnparsablePdf())).envelope.code).toBe(500407)
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
