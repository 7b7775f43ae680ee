import type { TestProject } from 'vitest/node'
import { findStack, startStack, type Stack } from './stack.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stack: Stack
  }
}

/** Gives the tests of a built site one release, built once for all of them. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const known = findStack()
  if (known) {
    project.provide('stack', known)
    return undefined
  }
  const { site, api, release, close } = await startStack()
  project.provide('stack', { site, api, release })
  return close
}
