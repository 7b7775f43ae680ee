import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as v from 'valibot'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createConfig, FIXTURE } from '#tests/support/admin-api.ts'
import { readExamples, runExample } from '#tests/support/doc-examples.ts'
import { makePdf } from '#tests/support/upload.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'
import { createControlledContent, servePublishing } from './publishing-site.ts'

// Runs every example of docs/own-admin-api.md unchanged.
const examples = await readExamples('docs/own-admin-api.md')
const SECRET = `whsec_${Buffer.from('the webhook key of the documentation').toString('base64')}`
const MOBILE = '+8613912345678'

function example(name: string): string {
  const script = examples.get(name)
  if (script === undefined) throw new Error(`docs/own-admin-api.md has no example ${name}`)
  return script
}

const DataSchema = v.object({ code: v.literal(200), data: v.record(v.string(), v.unknown()) })
const readData = (text: string) => v.parse(DataSchema, JSON.parse(text)).data

async function startApi(): Promise<string> {
  const folder = await makeFolder()
  const api = await startAdminApi(createConfig(folder), {
    logger: SILENT_LOGGER,
    contentDir: FIXTURE,
  })
  onTestFinished(() => api.close())
  return api.url
}

test.each([
  ['webhook', { accepted: true, refreshes: '1 named' }],
  ['webhook-everything', { accepted: true, refreshes: 'everything' }],
])('the site accepts the example "%s"', async (name, expected) => {
  const controlled = createControlledContent({ text: 'first', items: [1] })
  const site = await servePublishing(controlled.make, { webhookSecrets: [SECRET] })
  const env = { SITE: site.url, CONTENT_WEBHOOK_SECRET: SECRET }
  const output = await runExample(example(name), env, resolve('.'))
  expect(JSON.parse(output)).toMatchObject(expected)
  const forged = { ...env, CONTENT_WEBHOOK_SECRET: `whsec_${btoa('x'.repeat(32))}` }
  await expect(runExample(example(name), forged, resolve('.'))).rejects.toThrow()
})

test('the examples of check, login and upload work with the embedded API', async () => {
  const API = await startApi()
  expect(await runExample(example('check'), { API }, resolve('.'))).toContain('0 differences')

  const cwd = await makeFolder()
  readData(await runExample(example('login'), { API, MOBILE }, cwd))
  const outbox = await (
    await fetch(`${API}/outbox.json?${new URLSearchParams({ to: MOBILE })}`)
  ).text()
  const CODE = /\b\d{6}\b/.exec(outbox)?.[0] ?? ''
  const { token } = readData(await runExample(example('token'), { API, MOBILE, CODE }, cwd))
  const member = { API, TOKEN: String(token) }
  expect(readData(await runExample(example('member'), member, cwd))).toMatchObject({
    mobile: MOBILE,
  })

  const FILE = join(cwd, 'resume.pdf')
  const pdf = makePdf()
  await writeFile(FILE, pdf)
  const BYTES = String(pdf.length)
  const grant = readData(await runExample(example('upload-ticket'), { ...member, BYTES }, cwd))
  const output = await runExample(
    example('upload-file'),
    {
      ...member,
      BYTES,
      FILE,
      ENDPOINT: String(grant['endpoint']),
      TICKET: String(grant['ticket']),
      UPLOAD_ID: String(grant['upload_id']),
    },
    cwd,
  )
  expect(readData(output)).toMatchObject({ id: grant['upload_id'], kind: 'resume' })
})

test('every example is tested above', () => {
  expect([...examples.keys()].toSorted()).toEqual(
    'check login member token upload-file upload-ticket webhook webhook-everything'.split(' '),
  )
})
