import { beforeAll, expect, test, vi } from 'vitest'
import { createS3Store } from '#scripts/lib/file-store/s3-store.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { serveRequests } from '#tests/support/serve-requests.ts'

beforeAll(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'theatre-api')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})

const open = (endpoint: string) =>
  createS3Store({ bucket: 'theatre', region: 'us-east-1', endpoint })

test('a store that cannot be reached is reported with its setting', async () => {
  const store = open(`http://127.0.0.1:${await findFreePort()}`)
  await expect(store.write('files/a', 'a')).rejects.toThrow(/STORAGE_URL.*ECONNREFUSED/)
})

test('files are deleted at most a thousand at a time', async () => {
  const counts: number[] = []
  const server = await serveRequests(async (request) => {
    counts.push((await request.text()).split('<Key>').length - 1)
    return new Response('<DeleteResult/>')
  })
  await open(server.url).remove(Array.from({ length: 1001 }, (_, n) => `files/${n}`))
  await server.close()
  expect(counts).toEqual([1000, 1])
})

test('a deletion that the store refuses fails, although its response is a success', async () => {
  const refusal = '<Error><Key>files/a</Key><Code>AccessDenied</Code></Error>'
  const server = await serveRequests(
    async () => new Response(`<DeleteResult>${refusal}</DeleteResult>`),
  )
  await expect(open(server.url).remove(['files/a'])).rejects.toThrow(
    'cannot delete files/a: AccessDenied',
  )
  await server.close()
})
