import { defineConfig } from 'playwright/test'

const executablePath = process.env['CHROME_PATH']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
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
