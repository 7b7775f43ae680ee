import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runBundle } from '#scripts/publish/live-builder/run-bundle.ts'
import { openBundle } from '#scripts/publish/live-builder/open-bundle.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'entracte-bundle-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const bundleIn = (folder: string) =>
  runBundle(folder, {
    outDir: path.join(folder, 'site'),
    rendererDir: path.join(folder, 'renderer'),
  })

test('what bundling fails of reaches whoever waits for the bundle', async () => {
  await writeFile(path.join(root, 'astro.config.mjs'), "throw new Error('the house is closed')\n")
  const { bundle, ended } = bundleIn(root)
  await expect(bundle).rejects.toThrow('the house is closed')
  await expect(ended).rejects.toThrow('the house is closed')
})

test('an app of another version of Astro is refused', async () => {
  const entry = path.join(root, 'entry.mjs')
  await writeFile(entry, 'export const app = { render() {} }\n')
  const opened = openBundle({ entry, origin: 'http://127.0.0.1', pages: new Map() })
  await expect(opened).rejects.toThrow('this version of Astro renders its pages otherwise')
})
