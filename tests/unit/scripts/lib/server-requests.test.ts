import { chownSync } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { lockDataDir } from '#scripts/lib/lock-data-dir.ts'
import { handleRequests, sendRequest } from '#scripts/lib/server-requests.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const REQUEST = { kind: 'publish', forced: false } as const

test('a command ends when its server is killed after accepting the request', async () => {
  using folder = createTemporaryFolder()
  const response = sendRequest(folder.path, REQUEST)
  const requests = path.join(folder.path, 'requests')
  const findRequest = async () => {
    const names = await readdir(requests).catch(() => [])
    return names.find((name) => name.endsWith('.request'))
  }
  await expect.poll(findRequest).toBeDefined()
  const name = (await findRequest()) ?? ''
  await rename(path.join(requests, name), path.join(requests, name.replace(/request$/, 'accepted')))
  expect(await response).toEqual({ done: false, text: 'The server stopped before it was done.' })
})

test('a server does not handle the request of a command that it was too late for', async () => {
  using folder = createTemporaryFolder()
  const requests = path.join(folder.path, 'requests')
  await mkdir(requests)
  await writeFile(path.join(requests, 'late.request'), JSON.stringify(REQUEST))
  const handle = vi.fn<() => Promise<{ done: boolean; text: string }>>()
  const stop = await handleRequests(folder.path, handle, () => undefined)
  await new Promise((resolve) => setTimeout(resolve, 250))
  await stop()
  expect(handle).not.toHaveBeenCalled()
})

test('a command waits for the response of a running server', async () => {
  using folder = createTemporaryFolder()
  const server = lockDataDir(folder.path)
  const handle = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2500))
    return { done: true, text: 'published' }
  }
  const stop = await handleRequests(folder.path, handle, () => undefined)
  expect(await sendRequest(folder.path, REQUEST)).toEqual({ done: true, text: 'published' })
  await stop()
  server.release()
})

test('a command ends when the server cannot respond', async () => {
  using folder = createTemporaryFolder()
  const server = lockDataDir(folder.path)
  const onError = vi.fn<(error: unknown) => void>()
  const handle = () => Promise.reject(new Error('the disk is full'))
  const stop = await handleRequests(folder.path, handle, onError)
  expect(await sendRequest(folder.path, REQUEST)).toEqual({
    done: false,
    text: 'The server did not respond: its log states why.',
  })
  // The command may end a moment before the server reports its error.
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
  await stop()
  server.release()
})

// Only root can change the owner of a folder, and only root is refused.
test.runIf(process.getuid?.() === 0)(
  "leaves no request of root in another user's folder, whose server could not accept it",
  async () => {
    using folder = createTemporaryFolder()
    chownSync(folder.path, 65_534, 65_534)
    const response = sendRequest(folder.path, REQUEST)
    await expect(response).rejects.toThrow('Run the command as that user: sudo -u nobody …')
    expect(await readdir(folder.path)).toEqual([])
  },
)
