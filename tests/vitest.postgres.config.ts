import { defineConfig } from 'vitest/config'
import { findPostgres } from './support/postgres/find-postgres.ts'
import { SlowFilesFirst } from './support/slow-files-first.ts'
import { FIXED_LOCALES, project, root, tags } from './vitest.config.ts'

/** Contract tests of stock, money, applications, content and search. */
const SHORT_RUN_FILES = [
  'application-races',
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
  'shared-tasks',
  'upload-processes',
]

/** Tests that apply to SQLite only. */
const SQLITE_ONLY_FILES = ['backup', 'old-schema', 'storage-faults']

const runsAll = process.env['TEST_POSTGRES'] === 'all'
const listFiles = (names: readonly string[]) =>
  names.map((name) => `tests/contract/${name}.test.ts`)

/** Numbers of runs set in the environment. */
function readCounts(): Record<string, string> {
  const counts = ['MODEL_RUNS', 'RACES'].map((name) => [name, process.env[name] ?? ''])
  return Object.fromEntries(counts.filter(([, count]) => count !== ''))
}

export default defineConfig({
  root,
  test: {
    maxWorkers: '100%',
    sequence: { sequencer: SlowFilesFirst },
    tags,
    // Without PostgreSQL every test is reported as skipped.
    ...(findPostgres() === null && { testNamePattern: /(?!)/ }),
    projects: [
      project('postgres', {
        include: runsAll ? ['tests/contract/**/*.test.ts'] : listFiles(SHORT_RUN_FILES),
        exclude: listFiles(SQLITE_ONLY_FILES),
        globalSetup: [
          'tests/support/temporary-folder.ts',
          'tests/support/postgres/global-setup.ts',
        ],
        setupFiles: ['tests/support/postgres/use-server.ts'],
        // Reduced numbers of runs, except with TEST_POSTGRES=all.
        env: {
          ...FIXED_LOCALES.env,
          ...(!runsAll && { MODEL_RUNS: '40', RACES: '40', ...readCounts() }),
        },
      }),
    ],
  },
})
