import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createGate } from '#scripts/publish/gate/create-gate.ts'
import { createManifest, createManifestEntry } from '#scripts/serve/manifest.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const HASH = '0'.repeat(64)

test('does not read files again that it read ahead, but reads missing ones', async () => {
  using folder = createTemporaryFolder()
  const file = path.join(folder.path, 'page')
  const manifest = createManifest([
    createManifestEntry('/about/about.html', file, { hash: HASH, size: 9 }, {}),
  ])
  const gate = createGate([])
  const findRawText = async () =>
    (await gate.check(manifest, undefined)).filter(({ kind }) => kind === 'raw-text')

  gate.readAhead([{ file, hash: HASH }])
  await expect(findRawText()).rejects.toThrow('ENOENT')
  writeFileSync(file, '<p>undefined</p>')
  gate.readAhead([{ file, hash: HASH }])
  expect(await findRawText()).toHaveLength(1)
  writeFileSync(file, '<p>defined</p>')
  expect(await findRawText()).toHaveLength(1)
})

test('reads the scripts of the bundle', async () => {
  using folder = createTemporaryFolder()
  const file = path.join(folder.path, 'script')
  writeFileSync(file, 'import"./gone.C9k2.js"')
  const script = createManifestEntry('/_astro/a.js', file, { hash: HASH, size: 9 }, {})
  const faults = await createGate([]).check(createManifest([script]), undefined)
  expect(faults).toContainEqual({
    kind: 'missing-file',
    page: '/_astro/a.js',
    file: '/_astro/gone.C9k2.js',
  })
})
