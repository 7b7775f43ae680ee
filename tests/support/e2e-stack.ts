import { findStack, startStack } from './stack.ts'

/** Starts the stack for e2e tests unless the test runner did. @returns a function that stops it */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (findStack()) return undefined
  const { site, api, release, close } = await startStack(console.log)
  Object.assign(process.env, { STACK_SITE: site, STACK_API: api, STACK_RELEASE: release })
  return close
}
