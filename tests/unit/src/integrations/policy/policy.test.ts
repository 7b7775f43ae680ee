import { expect, test } from 'vitest'
import { allowsSignInScript, contentPolicy } from '#integrations/policy/policy.ts'

const OFF = { googleClientId: undefined }
const ON = { googleClientId: 'house.apps.googleusercontent.com' }
const GOOGLE = 'https://accounts.google.com/gsi/client'

test('contains no Google address while its sign-in is off', () => {
  expect(JSON.stringify(contentPolicy(OFF))).not.toContain('google')
  expect(contentPolicy(OFF)).toMatchSnapshot()
})

test('contains only the required Google addresses while its sign-in is on', () => {
  expect(contentPolicy(ON)).toMatchSnapshot()
})

test.each([
  ['/api/sign-in/client.js', OFF, true],
  ['/api/sign-in/client.js', ON, true],
  [GOOGLE, OFF, false],
  [GOOGLE, ON, true],
  ['https://example.org/client.js', ON, false],
])('allows %s in pages only if the policy does', (script, settings, allowed) => {
  expect(allowsSignInScript(script, settings)).toBe(allowed)
})
