import { defineConfig } from 'playwright/test'
import { RUNS_ALL } from './e2e/test-matrix.ts'
import { launchWith } from './support/launch-browser.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './support/e2e-stack.ts',
  // Short runs contain tests that prove a statement, and critical ones.
  grep: RUNS_ALL ? /./ : /@S\d|@always/,
  fullyParallel: true,
  workers: 2,
  // Ends a test that hangs, also on a busy machine.
  timeout: 300_000,
  // Browsers may be slow on a busy machine. Tests that pass only on retry are reported as flaky.
  retries: 1,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_REPORT'] ? [['line'], ['json']] : 'line',
  use: {
    // Only tests of animations enable motion: page transitions double the time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchWith(),
  },
})
