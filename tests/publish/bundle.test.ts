import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleSite } from '#scripts/publish/live-builder/bundle-site.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'entracte-bundle-'))
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('bundling fails with the error of Astro', async () => {
  await writeFile(path.join(root, 'astro.config.mjs'), "throw new Error('the house is closed')\n")
  await expect(bundleSite(root, path.join(root, 'bundle'))).rejects.toThrow('the house is closed')
})
