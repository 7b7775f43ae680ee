import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { allowsSignInScript, createContentPolicy } from '#integrations/policy/policy.ts'
import { SPECULATION_RULES } from '#speculation-rules.ts'

const OFF = { googleClientId: undefined }
const ON = { googleClientId: 'house.apps.googleusercontent.com' }
const GOOGLE = 'https://accounts.google.com/gsi/client'

/** The policy without the hash of its inline script, which lists routes and changes with them. */
const readPolicy = (settings: typeof OFF | typeof ON) => {
  const { scriptDirective, ...policy } = createContentPolicy(settings)
  const { hashes, ...sources } = scriptDirective ?? {}
  return { hashes, policy: { ...policy, scriptDirective: sources } }
}

test('contains no Google address while its sign-in is off', () => {
  expect(JSON.stringify(createContentPolicy(OFF))).not.toContain('google')
  expect(readPolicy(OFF).policy).toMatchSnapshot()
})

test('contains only the required Google addresses while its sign-in is on', () => {
  expect(readPolicy(ON).policy).toMatchSnapshot()
})

test('allows one inline script: the speculation rules, by their hash', () => {
  const hash = createHash('sha256').update(SPECULATION_RULES).digest('base64')
  for (const settings of [OFF, ON]) {
    expect(readPolicy(settings).hashes).toEqual([`sha256-${hash}`])
  }
})

test.each([
  ['/api/sign-in/client.js', OFF, true],
  ['/api/sign-in/client.js', ON, true],
  [GOOGLE, OFF, false],
  [GOOGLE, ON, true],
  ['https://example.org/client.js', ON, false],
])('allows the script %s in pages only if the policy does', (script, settings, allowed) => {
  expect(allowsSignInScript(script, settings)).toBe(allowed)
})
