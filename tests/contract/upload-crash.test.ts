import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { FILE_STORES, type TestFileStore } from '#tests/support/file-stores.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import {
  beginUpload,
  complete,
  findRow,
  getTicket,
  readVideo,
  sendBytes,
} from '#tests/support/upload.ts'

const VIDEO = readVideo('take-20s.webm')

describe.each(FILE_STORES)('%s', (_, open) => {
  let place: TestFileStore
  let api: TestAdminApi
  let member: TestMember
  beforeAll(async () => {
    place = await open()
  })
  afterAll(() => place.close())
  beforeEach(async () => {
    api = await openAdminApi({ settings: place.settings })
    member = await createMember(api)
  })
  afterEach(async () => {
    await api.deps.storage.settle()
    await api.close()
  })

  test('an upload whose file was kept before a crash can be completed', async () => {
    const { storage } = api.deps
    const keep = storage.keep.bind(storage)
    const crash = vi.spyOn(storage, 'keep').mockImplementation(async (...file) => {
      await keep(...file)
      throw new Error('the process was killed')
    })
    const request = { kind: 'video', name: 'take.webm', bytes: VIDEO.length } as const
    const granted = await getTicket(api, member, request)
    const path = await beginUpload(api, granted, VIDEO.length)
    await sendBytes(api, path, { ticket: granted.ticket, body: VIDEO })
    await storage.settle()
    expect(crash).toHaveBeenCalled()
    expect(await findRow(api, granted.upload_id)).toMatchObject({ state: 'received' })
    crash.mockRestore()

    const { envelope } = await complete(api, member, granted)
    expect(envelope).toMatchObject({ code: 200, data: { bytes: VIDEO.length, duration_s: 20 } })
    const row = await findRow(api, granted.upload_id)
    expect(row).toMatchObject({ state: 'ready', mime: 'video/webm', ready_at: api.clock.now })
  })
})
