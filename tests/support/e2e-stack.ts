import { findStack, startStack } from './stack.ts'

/** Starts the stack for the stories, unless the test runner did; returns how to stop it. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (findStack()) return undefined
  const { site, api, release, close } = await startStack(console.log)
  Object.assign(process.env, { STACK_SITE: site, STACK_API: api, STACK_RELEASE: release })
  return close
}
