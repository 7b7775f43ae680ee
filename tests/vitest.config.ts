import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
const project = (
  name: string,
  extra: { globalSetup?: string; testTimeout?: number; hookTimeout?: number } = {},
) => ({
  root,
  test: { name, include: [`tests/${name}/**/*.test.ts`], ...extra },
})

export default defineConfig({
  root,
  test: {
    // By default one core is left idle, which two cores cannot afford.
    maxWorkers: '100%',
    projects: [
      project('unit'),
      project('contract', { testTimeout: 60_000 }),
      project('serve', { testTimeout: 30_000 }),
      project('publish', { testTimeout: 60_000 }),
      project('hosts', {
        globalSetup: 'tests/support/build-stack.ts',
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      project('build', { globalSetup: 'tests/support/build-stack.ts', testTimeout: 60_000 }),
    ],
  },
})
