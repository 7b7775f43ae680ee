import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fillWithDemo } from '#scripts/admin-api/demo/fill.ts'
import { inspectContentFolder } from '#scripts/admin-api/content/check-folder.ts'
import { initContent } from '#scripts/admin-api/content/init-content.ts'
import {
  copyFixture,
  createTemporaryFolder,
  editFile,
  FIRST_START,
  FIXTURE,
  openAdminApi,
} from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'

/** Buys a ticket, imports the content of another venue, and returns the place of the order. */
async function readPlaceAfterImport(firstFolder: string) {
  using folder = createTemporaryFolder()
  const api = await openAdminApi({ content: copyFixture(join(folder.path, firstFolder)) })
  onTestFinished(() => checkAndClose(api))
  const buyer = createBuyer(api, await createMember(api))
  const { order_no } = await buyer.order(buildTicketOrder(1))
  const own = join(folder.path, 'my-venue')
  await initContent(own, FIRST_START)
  await api.importFrom(own)
  const order = await buyer.read(order_no)
  return 'place' in order ? order.place : null
}

test('demo orders get the address of the new venue after the demo content is replaced', async () => {
  expect(await readPlaceAfterImport('scripts/admin-api/demo')).toMatchObject({
    venue: { name: '我的剧场' },
    address: '上海市剧场路 1 号',
  })
})

async function readWarnings(firstFolder: string) {
  using folder = createTemporaryFolder()
  const api = await openAdminApi({ content: copyFixture(join(folder.path, firstFolder)) })
  onTestFinished(() => api.close())
  const own = join(folder.path, 'my-venue')
  await initContent(own, FIRST_START)
  editFile(join(own, 'performances/the-seagull.yaml'), /zh-cn: 海鸥,/, 'zh-cn: 牡丹亭,')
  return (await inspectContentFolder(own, api.db.query, FIRST_START)).warnings
}

test('an own item with the title of a demo item causes no warning', async () => {
  expect(await readWarnings('scripts/admin-api/demo')).toEqual([])
  expect(await readWarnings('former')).toEqual([
    expect.stringMatching(/the-seagull\.yaml has the title of peony\.yaml/),
  ])
})

test('orders of a former venue of the organisation keep its address', async () => {
  expect(await readPlaceAfterImport('former')).toMatchObject({ address: '半亭巷 6 号' })
})

test('demo items are not added to a database that has content', async () => {
  const api = await openAdminApi()
  onTestFinished(() => api.close())
  const { db, dataDir } = api
  const options = { root: FIXTURE, dataDir, cacheDir: join(dataDir, 'cache'), now: FIRST_START }
  await expect(fillWithDemo(db, 100, options)).rejects.toThrow('has content')
})
