import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { readChecklist } from '../scripts/checks/statements/read-checklist.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

interface Extra {
  include?: string[]
  exclude?: string[]
  isolate?: boolean
  globalSetup?: string
  setupFiles?: string[]
  env?: Record<string, string>
  retry?: number
  testTimeout?: number
}

// Without isolation the files of a worker share what they import: a third of the time. Tests of
// modules that keep something, as stores do, stay apart.
export const project = (name: string, extra: Extra = {}) => ({
  root,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    isolate: false,
    // Servers start and stop beside a build that keeps both cores busy.
    hookTimeout: 60_000,
    ...extra,
  },
})
/** The statements of the specification: a test is tagged with those that it proves. */
export const tags = readChecklist(readFileSync(`${root}tests/spec-checklist.md`, 'utf8')).map(
  ({ id, text }) => ({ name: id, description: text }),
)
/** These tests quote texts: their site has these languages, however many the product has. */
const QUOTED = { env: { SITE_LOCALES: 'zh-cn,en' } }
const STATEFUL = 'tests/unit/src/stores/**/*.test.ts'

export default defineConfig({
  root,
  test: {
    // By default one core is left idle, which two cores cannot afford.
    maxWorkers: '100%',
    tags,
    projects: [
      project('unit', { ...QUOTED, exclude: [STATEFUL] }),
      project('unit-stores', { ...QUOTED, include: [STATEFUL], isolate: true }),
      project('contract', { ...QUOTED, testTimeout: 60_000 }),
      project('serve', { testTimeout: 30_000 }),
      project('publish', { testTimeout: 60_000 }),
      project('hosts', {
        globalSetup: 'tests/support/build-stack.ts',
        testTimeout: 60_000,
      }),
      // The first day of each kind of user, with the documented commands on a clean clone. Two at once: most
      // of a day is waiting for a moment or an answer. A busy machine may miss such a moment.
      project('days', { testTimeout: 600_000, retry: 1 }),
      // A venue in production with replicas of all its providers: a long run of its own.
      project('providers', { testTimeout: 600_000 }),
      project('build', { globalSetup: 'tests/support/build-stack.ts', testTimeout: 60_000 }),
    ],
  },
})
