import { sql } from 'kysely'
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimUploads } from '#scripts/admin-api/modules/upload/claim-uploads.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import { beginUpload, findRow, getTicket, makePdf, upload } from '#tests/support/upload.ts'
import { runSql } from '#tests/support/database.ts'
import { runJob } from '#tests/support/run-job.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let api: TestAdminApi
let member: TestMember
beforeEach(async () => {
  api = await openAdminApi()
  member = await createMember(api)
})
afterEach(() => api.close())

/** Advances the clock and runs the job. */
async function runJobAfter(ms: number): Promise<void> {
  api.clock.now += ms
  await runJob(api, 'delete unneeded uploads')
}
const readState = async (id: number) => (await findRow(api, id))?.['state']

function apply(uploadId: number): Promise<number> {
  const { now } = api.clock
  return api.db.transaction(async (trx) => {
    const { id } = await trx
      .insertInto('application')
      .values({
        kind: 'course',
        item_id: 1,
        user_id: member.id,
        status: 'received',
        answers: '{}',
        submitted_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const uploads = [{ id: uploadId, kind: 'resume' as const }]
    await claimUploads(trx, { userId: member.id, applicationId: id, uploads })
    return id
  })
}

test('an unfinished upload is deleted after a day', async () => {
  const granted = await getTicket(api, member, { bytes: 100 })
  await beginUpload(api, granted, 100)
  await runJobAfter(DAY - 1)
  expect(await readState(granted.upload_id)).toBe('open')
  expect(await api.deps.storage.list()).toHaveLength(1)
  await runJobAfter(2)
  expect(await readState(granted.upload_id)).toBe('deleted')
  expect(await api.deps.storage.list()).toEqual([])
})

test('a checked file without an application is deleted after a week', async () => {
  const { upload_id: id } = await upload(api, member, makePdf())
  await runJobAfter(7 * DAY)
  expect(await readState(id)).toBe('ready')
  await runJobAfter(1)
  expect(await readState(id)).toBe('deleted')
  expect(await api.deps.storage.list()).toEqual([])
})

test('a file of an application is deleted 180 days after the decision', async () => {
  const { upload_id: id } = await upload(api, member, makePdf())
  const application = await apply(id)
  await runJobAfter(400 * DAY)
  expect(await readState(id)).toBe('ready')
  await runSql(
    api.db,
    sql`UPDATE application SET decided_at = ${api.clock.now} WHERE id = ${application}`,
  )
  await runJobAfter(180 * DAY)
  expect(await readState(id)).toBe('ready')
  await runJobAfter(1)
  // With the name of the file, which often contains the name of the applicant.
  expect(await findRow(api, id)).toBeUndefined()
  expect(await api.deps.storage.list()).toEqual([])
})

test('the avatar of a profile is kept', async () => {
  const { upload_id: id } = await upload(api, member, makePdf())
  await runSql(api.db, sql`UPDATE upload SET kind = 'avatar' WHERE id = ${id}`)
  await runSql(api.db, sql`UPDATE "user" SET avatar_upload_id = ${id} WHERE id = ${member.id}`)
  await runJobAfter(400 * DAY)
  expect(await readState(id)).toBe('ready')
})

test('files without a row, as crashes leave them, are deleted', async () => {
  const kept = await upload(api, member, makePdf())
  const folder = `${api.dataDir}/uploads`
  mkdirSync(`${folder}/kept`, { recursive: true })
  for (const path of ['kept/aa', 'incoming/bb', 'incoming/bb.json', 'incoming/cc.checked']) {
    writeFileSync(`${folder}/${path}`, 'x')
  }
  await runJobAfter(0)
  expect(await api.deps.storage.list()).toEqual([(await findRow(api, kept.upload_id))?.['key']])
})

test('rows of deleted and rejected files are deleted after a month', async () => {
  const refused = await upload(api, member, Buffer.from('no PDF'))
  await runJobAfter(30 * DAY)
  expect(await readState(refused.upload_id)).toBe('refused')
  await runJobAfter(1)
  expect(await findRow(api, refused.upload_id)).toBeUndefined()
})
