import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeWorkFolder } from '#scripts/publish/work-folders.ts'

let project: string
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'entracte-work-'))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const getFolder = (name: string) =>
  path.join(project, 'node_modules', '.cache', 'entracte', 'builds', name)

test('gives each builder its own folder, even in one process', () => {
  const first = makeWorkFolder(project)
  mkdirSync(first)
  const second = makeWorkFolder(project)
  expect(second).not.toBe(first)
  expect(existsSync(first)).toBe(true)
})

test('removes the folders of ended processes only', () => {
  const endedPid = spawnSync(process.execPath, ['--eval', '']).pid
  const [endedFolder, runningFolder, ownFolder] = [
    `${endedPid}-1`,
    `${process.ppid}-1`,
    `${process.pid}-before`,
  ].map(getFolder)
  for (const folder of [endedFolder, runningFolder, ownFolder])
    mkdirSync(folder ?? '', { recursive: true })
  makeWorkFolder(project)
  expect([endedFolder, runningFolder, ownFolder].map((folder) => existsSync(folder ?? ''))).toEqual(
    [false, true, false],
  )
})
