import type { TestProject } from 'vitest/node'
import { findStack, startStack, type Stack } from './stack.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stack: Stack
  }
}

/** Provides the running stack, or starts one for all tests of the built site. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = findStack()
  if (running) {
    project.provide('stack', running)
    return undefined
  }
  const { site, api, release, close } = await startStack()
  project.provide('stack', { site, api, release })
  return close
}
