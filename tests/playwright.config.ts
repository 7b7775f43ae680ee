import { defineConfig } from 'playwright/test'

/** Stories that take minutes, or move shows that others look at. */
const LONG = ['**/checkout.e2e.ts', '**/door.e2e.ts', '**/ticket-code.e2e.ts']

const executablePath = process.env['CHROME_PATH']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  testIgnore: process.env['E2E_ALL'] === '1' ? [] : LONG,
  outputDir: '../test-results',
  globalSetup: './support/e2e-stack.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  reporter: process.env['PLAYWRIGHT_REPORT'] ? [['line'], ['json']] : 'line',
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
})
