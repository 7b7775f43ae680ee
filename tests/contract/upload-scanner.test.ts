import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClamd, parseScanner } from '#scripts/admin-api/providers/scanner.ts'
import { createConfig, createTemporaryFolder, openAdminApi } from '#tests/support/admin-api.ts'
import { EICAR, serveClamd } from '#tests/support/clamd.ts'
import { createMember } from '#tests/support/member.ts'
import { complete, findRow, makePdf, upload } from '#tests/support/upload.ts'

const CLEAN = makePdf()
/** Appended as a PDF comment, because a PDF string would need escapes. */
const infect = (pdf: Buffer) => Buffer.concat([pdf, Buffer.from(`\n%${EICAR}\n`)])

async function openWithScanner(setting: string) {
  const api = await openAdminApi({ settings: { UPLOAD_SCANNER: setting } })
  onTestFinished(async () => {
    await api.deps.storage.settle()
    await api.close()
  })
  return { api, member: await createMember(api) }
}

const REFUSED = {
  en: 'A virus scanner found malware in this file, so it was not accepted',
  'zh-cn': '病毒扫描发现该文件含有恶意程序，未予接收',
}

describe('upload scanner', () => {
  test.each(['a port', 'a socket'])('at %s accepts clean files and rejects malware', async (at) => {
    const folder = createTemporaryFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    const clamd = await serveClamd(at === 'a port' ? 0 : join(folder.path, 'clamd.sock'))
    const { api, member } = await openWithScanner(clamd.setting)

    const clean = await upload(api, member, CLEAN)
    expect((await complete(api, member, clean)).envelope.code).toBe(200)
    expect(clamd.scanned[0]).toEqual(CLEAN)

    const granted = await upload(api, member, infect(CLEAN))
    for (const lang of ['en', 'zh-cn'] as const) {
      const { envelope } = await api.call('POST /api/upload/complete', {
        headers: member.headers,
        lang,
        body: { upload_id: granted.upload_id, ticket: granted.ticket },
      })
      expect(envelope).toMatchObject({ code: 500406, msg: REFUSED[lang] })
    }
    const row = await findRow(api, granted.upload_id)
    expect(row).toMatchObject({ state: 'refused', refusal: 500406 })
    expect(await api.deps.storage.measure(String(row?.['key']))).toBeNull()
  })

  test('that is unreachable accepts no file; the file is scanned once it is back', async () => {
    const folder = createTemporaryFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    const path = join(folder.path, 'clamd.sock')
    const { api, member } = await openWithScanner(`clamd://${path}`)
    const granted = await upload(api, member, CLEAN)
    const { response, envelope } = await complete(api, member, granted)
    expect([response.status, envelope.code]).toEqual([503, 500408])
    expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'received' })

    await serveClamd(path)
    expect((await complete(api, member, granted)).envelope.code).toBe(200)
  })

  test('with a size limit below the file size rejects the file', async () => {
    const { setting } = await serveClamd(0, { maxBytes: 50 })
    const { api, member } = await openWithScanner(setting)
    const granted = await upload(api, member, CLEAN)
    expect((await complete(api, member, granted)).envelope.code).toBe(500408)
    expect(api.logs.join()).toContain('INSTREAM size limit exceeded')
  })

  test('that does not respond runs into a timeout', async () => {
    const folder = createTemporaryFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    const path = join(folder.path, 'clamd.sock')
    await serveClamd(path, { isSilent: true })
    await expect(createClamd({ path }, 50).scan(import.meta.filename)).rejects.toThrow(
      'clamd did not scan: response timed out',
    )
  })

  test.each([
    ['none', { provider: 'none' }],
    ['clamd://av.example:3311', { provider: 'clamd', address: { host: 'av.example', port: 3311 } }],
    ['clamd://[::1]', { provider: 'clamd', address: { host: '::1', port: 3310 } }],
    ['clamd:///run/clamd.sock', { provider: 'clamd', address: { path: '/run/clamd.sock' } }],
    ['http://av.example', undefined],
    ['clamd://', undefined],
    ['clamd', undefined],
  ])('is configured by %s', (text, config) => expect(parseScanner(text)).toEqual(config))

  test('with an invalid setting prevents the start', () => {
    const create = () => createConfig('/nowhere', { UPLOAD_SCANNER: 'yes' })
    expect(create).toThrow('UPLOAD_SCANNER: given "yes", expected none, clamd://host:port')
  })
})
