import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { openLive } from '#scripts/publish/open-live.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'

const POINTS = Number(process.env['KILLS'] ?? 8)
const run = promisify(execFile)

/** How many steps on the disk it took; nothing when it was killed. */
async function publish(
  dataDir: string,
  text: string,
  step: number | 'pointer' | '' = '',
): Promise<number | undefined> {
  const args = [path.join(import.meta.dirname, 'kill-publisher.ts'), dataDir, text, String(step)]
  try {
    return Number((await run(process.execPath, args)).stdout)
  } catch (error) {
    const killed = error instanceof Error && 'signal' in error && error.signal === 'SIGKILL'
    if (!killed) throw error
    return undefined
  }
}

/** The text that the live release of a folder shows; every content must be whole. */
async function readLive(dataDir: string): Promise<string | undefined> {
  const live = await openLive(dataDir)
  if (!live) return undefined
  let shown: string | undefined
  for (const { path: name, file, hash } of live.manifest.files.values()) {
    const content = await readFile(file)
    expect(createHash('sha256').update(content).digest('hex')).toBe(hash)
    if (name === '/index.html') shown = /<p>([^<]*)</.exec(content.toString())?.[1]
  }
  return shown
}

test(`kill -9 at ${POINTS} points of publishing leaves the old or the new release, and the next start continues`, async () => {
  const root = await makeFolder()
  const first = path.join(root, 'first')
  await publish(first, 'old')
  const whole = path.join(root, 'whole')
  await cp(first, whole, { recursive: true })
  const steps = (await publish(whole, 'new')) ?? 0
  expect(steps).toBeGreaterThan(POINTS)
  const points = Array.from({ length: POINTS - 1 }, (_, index) =>
    Math.max(1, Math.round(((index + 1) * steps) / (POINTS - 1))),
  )
  const found = await pLimit(2).map([...points, 'pointer' as const], async (point) => {
    const dataDir = path.join(root, `killed-${point}`)
    await cp(first, dataDir, { recursive: true })
    expect(await publish(dataDir, 'new', point)).toBeUndefined()
    return { dataDir, shown: await readLive(dataDir) }
  })
  const shown = found.map((one) => one.shown)
  console.log(
    `${steps} steps, killed before ${points.join(', ')} and after the switch: ${shown.join(' ')}`,
  )
  expect(new Set(shown)).toEqual(new Set(['old', 'new']))

  // After a kill in the middle, a start publishes as if nothing had been.
  const middle = found[Math.floor(POINTS / 2)]
  await publish(middle?.dataDir ?? '', 'newer')
  expect(await readLive(middle?.dataDir ?? '')).toBe('newer')
  expect(await readdir(middle?.dataDir ?? '')).not.toContain('builds')
})
