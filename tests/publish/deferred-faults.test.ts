import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BuilderCommand } from '#scripts/publish/live-builder/messages.ts'
import { CONTENTS_FOLDER } from '#scripts/publish/release-files.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'

/** Starts a builder process that has generated a picture. */
function startBuilder(dataDir: string, picture: string) {
  const script = `
    import { neededFiles } from '#integrations/media/media-store.ts'
    neededFiles.set('images/a.webp', ${JSON.stringify(picture)})
    await import('#scripts/publish/live-builder/main.ts')`
  const options = ['--input-type=module', '--eval', script, '--', 'main.ts', '.', dataDir]
  // The builder ends its process group with its parent.
  const child = spawn(process.execPath, options, {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return async (command: BuilderCommand): Promise<unknown> => {
    child.send(command)
    const [message]: unknown[] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => ['exit']),
    ])
    return message
  }
}

test('survives a deferred file that cannot be stored', async () => {
  const dataDir = await makeFolder()
  const picture = path.join(dataDir, 'a.webp')
  await writeFile(picture, 'picture')
  const call = startBuilder(dataDir, picture)
  const store = path.resolve(dataDir, CONTENTS_FOLDER)
  await writeFile(store, 'not a folder')
  const request = { kind: 'make', name: '/images/a.webp' } as const
  expect(await call({ ...request, request: 1 })).toEqual({ kind: 'made', request: 1 })
  await rm(store)
  expect(await call({ ...request, request: 2 })).toMatchObject({ request: 2, file: { size: 7 } })
})
