import { defineConfig } from 'vitest/config'
import { findPostgres } from './support/postgres/find-postgres.ts'
import { project, root, tags } from './vitest.config.ts'

/** What touches stock, money, sessions, applications, content and search. */
const CHOSEN = [
  'application-races',
  'content-numbers',
  'course-package',
  'database-copy',
  'database-outage',
  'election',
  'import',
  'order',
  'order-command',
  'order-model',
  'payment',
  'search',
  'session',
  'shared-tasks',
  'upload-processes',
]

/** Tests of databases in files. */
const OF_FILES = ['backup', 'old-schema', 'storage-faults']

const isWhole = process.env['TEST_POSTGRES'] === 'all'
const filesOf = (names: readonly string[]) => names.map((name) => `tests/contract/${name}.test.ts`)

/** The numbers of runs that the environment names. */
function readCounts(): Record<string, string> {
  const given = ['MODEL_RUNS', 'RACES'].map((name) => [name, process.env[name] ?? ''])
  return Object.fromEntries(given.filter(([, count]) => count !== ''))
}

export default defineConfig({
  root,
  test: {
    maxWorkers: '100%',
    tags,
    // Without PostgreSQL the tests are reported as skipped, each by its name.
    ...(findPostgres() === null && { testNamePattern: /(?!)/ }),
    projects: [
      project('postgres', {
        include: isWhole ? ['tests/contract/**/*.test.ts'] : filesOf(CHOSEN),
        exclude: filesOf(OF_FILES),
        globalSetup: 'tests/support/postgres/global-setup.ts',
        setupFiles: ['tests/support/postgres/use-server.ts'],
        testTimeout: 60_000,
        // A few of the long runs: the whole of them is for TEST_POSTGRES=all.
        env: isWhole ? {} : { MODEL_RUNS: '40', RACES: '40', ...readCounts() },
      }),
    ],
  },
})
