import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPublishConfig } from '#scripts/publish/config.ts'
import { openBuilder } from '#scripts/publish/open-builder.ts'

let projectDir: string
beforeEach(async () => {
  projectDir = await mkdtemp(path.join(tmpdir(), 'entracte-astro-'))
  await mkdir(path.join(projectDir, 'node_modules/astro'), { recursive: true })
})
afterEach(() => rm(projectDir, { recursive: true, force: true }))

async function openWithAstro(version: string): Promise<string[]> {
  const file = path.join(projectDir, 'node_modules/astro/package.json')
  await writeFile(file, JSON.stringify({ version }))
  const lines: string[] = []
  const logger = pino({}, { write: (line) => lines.push(line) })
  const urls = { apiUrl: 'http://127.0.0.1:1', siteUrl: 'http://127.0.0.1:2' }
  const { limits } = readPublishConfig({})
  const builder = openBuilder(
    { projectDir, dataDir: path.join(projectDir, 'data'), ...urls, limits },
    logger,
  )
  await builder.close?.()
  return lines
}

test('logs nothing with a tested version of Astro', async () => {
  expect(await openWithAstro('7.99.1')).toEqual([])
})

test('warns that each change builds the whole site with another version of Astro', async () => {
  const [line] = await openWithAstro('8.0.0')
  expect(line).toContain('each change builds the whole site')
  expect(line).toContain('"astro":"8.0.0"')
})
