import { readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { nameMediaFile } from '#scripts/admin-api/content/file-names.ts'
import { FIXTURE, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { FILE_STORES, type TestFileStore } from '#tests/support/file-stores.ts'
import { listenTo } from '#tests/support/listen.ts'

// Media and legal texts of the content, in both file stores.

describe.each(FILE_STORES)('%s', (_, open) => {
  let place: TestFileStore
  let api: TestAdminApi
  let server: Awaited<ReturnType<typeof listenTo>>
  let media: { name: string; mime: string; bytes: number }
  beforeAll(async () => {
    place = await open()
    api = await openAdminApi({ settings: place.settings })
    await api.importFrom(FIXTURE)
    server = await listenTo(api)
    const rows = api.db.query.selectFrom('media').select(['name', 'mime', 'bytes'])
    media = await rows.where('bytes', '>', 1000).orderBy('name').executeTakeFirstOrThrow()
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await api.close()
    await place.close()
  })

  const request = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)
  const readMedia = async () => {
    const content = await api.deps.files.read(nameMediaFile(media.name))
    if (!content) throw new Error('the file was not imported')
    return content
  }

  test('a picture is served completely, with its type and cached for a year', async () => {
    const response = await request(`/media/${media.name}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(media.mime)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const content = Buffer.from(await response.arrayBuffer())
    expect(content.length).toBe(media.bytes)
    expect(content).toEqual(await readMedia())
  })

  test('a picture is served from a folder with a percent sign in its name', async () => {
    const content = await readMedia()
    const path = join(api.dataDir, '100%25')
    await writeFile(path, content)
    vi.spyOn(api.deps.files, 'open').mockReturnValueOnce({ kind: 'local', path })
    const response = await request(`/media/${media.name}`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content)
  })

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=-7', -7, undefined],
    ['bytes=100-', 100, undefined],
  ])('the range %s is served', async (range, from, to) => {
    const response = await request(`/media/${media.name}`, { headers: { range } })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toMatch(
      new RegExp(`^bytes \\d+-\\d+/${media.bytes}$`),
    )
    expect(Buffer.from(await response.arrayBuffer())).toEqual(
      (await readMedia()).subarray(from, to),
    )
  })

  test('a range beyond the file is refused', async () => {
    const headers = { range: `bytes=${media.bytes}-` }
    const response = await request(`/media/${media.name}`, { headers })
    expect(response.status).toBe(416)
  })

  test('a HEAD request gets the size without a body', async () => {
    const response = await request(`/media/${media.name}`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(media.bytes))
    expect(await response.text()).toBe('')
  })

  test('a client with a matching ETag gets 304', async () => {
    const etag = (await request(`/media/${media.name}`)).headers.get('etag') ?? ''
    // Otherwise `fetch` adds `no-cache` to the validator.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
    expect((await request(`/media/${media.name}`, { headers })).status).toBe(304)
  })

  test('a legal text is served unchanged', async () => {
    const legal = await api.db.query
      .selectFrom('legal_file')
      .select('name')
      .executeTakeFirstOrThrow()
    const response = await request(`/files/${legal.name}`)
    expect(response.status).toBe(200)
    // Its address stays the same when it changes.
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(
      await readFile(`${FIXTURE}/files/${legal.name}`),
    )
  })

  test('a file that cannot be read is a logged fault, not a missing file', async ({ skip }) => {
    const file = api.deps.files.open(nameMediaFile(media.name))
    if (file.kind === 'remote') return skip('has no local file')
    await rename(file.path, `${file.path}.aside`)
    // A loop, because tests may run as root, who can read every file.
    await symlink(file.path, file.path)
    for (const method of ['GET', 'HEAD']) {
      expect((await request(`/media/${media.name}`, { method })).status).toBe(500)
    }
    expect(api.logs.join('').match(/ELOOP/g)?.length).toBeGreaterThanOrEqual(2)
    await rename(`${file.path}.aside`, file.path)
  })

  test('a precondition that fails gets 412', async ({ skip }) => {
    if (place.settings['STORAGE_URL'] !== undefined) return skip('preconditions are ignored')
    const headers = { 'if-match': '"another"' }
    expect((await request(`/media/${media.name}`, { headers })).status).toBe(412)
  })

  test('an unknown name gets 404', async () => {
    expect((await request('/media/..%2F..%2Fentracte.db')).status).toBe(404)
    expect((await request('/files/secret.key')).status).toBe(404)
    expect((await request('/media/%00')).status).toBe(404)
    expect((await request('/files/%00')).status).toBe(404)
  })

  test('a lost file gets 404 and is restored by the next import', async () => {
    await api.deps.files.remove([nameMediaFile(media.name)])
    for (const method of ['GET', 'HEAD']) {
      expect((await request(`/media/${media.name}`, { method })).status).toBe(404)
    }
    await api.importFrom(FIXTURE)
    expect((await request(`/media/${media.name}`)).status).toBe(200)
  })
})
