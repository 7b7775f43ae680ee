import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleSite } from '#scripts/publish/live-builder/create-site.ts'

const LIMITS = { timeoutMs: 60_000, memoryMiB: 1234 }

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'entracte-bundle-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const bundle = () => bundleSite(root, path.join(root, 'bundle'), LIMITS)

test('bundling fails with the error of Astro', async () => {
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'))
  await writeFile(path.join(root, 'astro.config.mjs'), "throw new Error('the house is closed')\n")
  await expect(bundle()).rejects.toThrow('the house is closed')
})

test('bundling has the memory of the settings', async () => {
  // A program in place of Astro, whose server exports the options of the bundler.
  const bin = path.join(root, 'node_modules', '.bin')
  await mkdir(bin, { recursive: true })
  await writeFile(
    path.join(bin, 'astro'),
    `const { mkdirSync, writeFileSync } = require('node:fs')
    const folder = process.argv.at(-1) + '/server'
    mkdirSync(folder, { recursive: true })
    writeFileSync(folder + '/entry.mjs', 'export const options = ' + JSON.stringify(process.execArgv))`,
  )
  const { renderer } = await bundle()
  const options: unknown = expect.arrayContaining(['--max-old-space-size=1234'])
  expect(renderer).toHaveProperty('options', options)
})
