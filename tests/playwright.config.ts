import { defineConfig } from 'playwright/test'
import { RUNS_ALL } from './e2e/test-matrix.ts'
import { launchWith } from './support/launch-browser.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './support/e2e-stack.ts',
  // In a short run: what proves a statement, and what must never break.
  grep: RUNS_ALL ? /./ : /@S\d|@always/,
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  // On a busy machine a browser may be late. A story that passes only on retry is reported as flaky.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: process.env['PLAYWRIGHT_REPORT'] ? [['line'], ['json']] : 'line',
  use: {
    // Only stories about motion enable it: cross-fading pages take twice the time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchWith(),
  },
})
