import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { readChecklist } from '../scripts/checks/statements.ts'
import { SlowFilesFirst } from './support/slow-files-first.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

interface ProjectOptions {
  include?: string[]
  exclude?: string[]
  isolate?: boolean
  globalSetup?: string | string[]
  setupFiles?: string[]
  env?: Record<string, string>
  retry?: number
}

/** Ends a test that hangs. A busy machine takes ten times as long as an idle one. */
const HANGS_AFTER_MS = 600_000

// Without isolation, files of a worker share imported modules, which takes a third of the time. Tests of
// stateful modules, such as stores, stay isolated.
export const project = (name: string, options: ProjectOptions = {}) => ({
  root,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    isolate: false,
    testTimeout: HANGS_AFTER_MS,
    hookTimeout: HANGS_AFTER_MS,
    // Tests wait for a condition with `expect.poll`.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    ...options,
  },
})
/** Tags for the statements of the specification; tests are tagged with those that they prove. */
export const tags = readChecklist(readFileSync(`${root}tests/spec-checklist.md`, 'utf8')).map(
  ({ id, text }) => ({ name: id, description: text }),
)
/** Tests that expect texts run with these languages, even if the product has more. */
export const FIXED_LOCALES = { env: { SITE_LOCALES: 'zh-cn,en' } }
const TEMPORARY_FOLDER = 'tests/support/temporary-folder.ts'
const STATEFUL = 'tests/unit/src/stores/**/*.test.ts'

export default defineConfig({
  root,
  test: {
    // The default leaves one core idle.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFilesFirst },
    tags,
    projects: [
      project('unit', { ...FIXED_LOCALES, exclude: [STATEFUL], globalSetup: TEMPORARY_FOLDER }),
      project('unit-stores', { ...FIXED_LOCALES, include: [STATEFUL], isolate: true }),
      project('contract', { ...FIXED_LOCALES, globalSetup: TEMPORARY_FOLDER }),
      project('serve'),
      project('publish'),
      project('hosts', { globalSetup: 'tests/support/build-stack.ts' }),
      // Onboarding of each kind of user, with the documented commands. Retried once: the tests wait for
      // scheduled times, which a busy machine may miss.
      project('days', { retry: 1 }),
      // A venue in production with fake providers, run separately because it is slow.
      project('providers'),
      project('build', { globalSetup: 'tests/support/build-stack.ts' }),
    ],
  },
})
