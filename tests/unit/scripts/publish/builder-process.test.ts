import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startBuilderProcess } from '#scripts/publish/builder-process.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

// An unhandled error or rejection ends the server; here it fails the test.

/** Starts a builder process in an empty project. */
function startBuilder(projectDir: string) {
  const lines: string[] = []
  const onEnd = vi.fn<(reason: string) => void>()
  const builder = startBuilderProcess({
    projectDir,
    dataDir: path.join(projectDir, '.data'),
    apiUrl: 'http://127.0.0.1:1',
    siteUrl: 'http://127.0.0.1:1',
    limits: { timeoutMs: 60_000, memoryMiB: 128 },
    onMessage() {},
    onLine: (line) => void lines.push(line),
    onEnd,
  })
  return { builder, lines, onEnd }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a command to a killed builder does not end the server', async () => {
  using folder = createTemporaryFolder()
  const { builder, onEnd } = startBuilder(folder.path)
  builder.kill()
  await builder.ended
  builder.send({ kind: 'make', request: 1, name: '/images/a.webp' })
  await settle()
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('SIGKILL')
})

test('a builder has ended when its work folder is deleted', async () => {
  using folder = createTemporaryFolder()
  const { builder } = startBuilder(folder.path)
  const folders = path.join(folder.path, 'node_modules/.cache/entracte/builds')
  const names = Array.from({ length: 99 }, (_, index) => `${process.pid}-${index + 1}`)
  for (const name of names) mkdirSync(path.join(folders, name))
  builder.kill()
  await builder.ended
  expect(readdirSync(folders)).toHaveLength(names.length - 1)
})

test('a work folder that cannot be deleted does not end the server', async () => {
  using folder = createTemporaryFolder()
  const { builder, lines, onEnd } = startBuilder(folder.path)
  const folders = path.join(folder.path, 'node_modules/.cache/entracte/builds')
  builder.kill()
  rmSync(folders, { recursive: true })
  symlinkSync(folders, folders)
  await builder.ended
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('SIGKILL')
  await expect.poll(() => lines.join()).toContain('ELOOP')
})

test('a builder that cannot be started ends with the reason and not the server', async () => {
  using folder = createTemporaryFolder()
  vi.spyOn(process, 'execPath', 'get').mockReturnValue(path.join(folder.path, 'no-node'))
  const { builder, lines, onEnd } = startBuilder(folder.path)
  await builder.ended
  expect(onEnd).toHaveBeenCalledOnce()
  expect(lines.join()).toContain('ENOENT')
})
