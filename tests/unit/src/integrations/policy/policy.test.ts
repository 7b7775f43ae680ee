import { expect, test } from 'vitest'
import { allowsSignInScript, contentPolicy } from '#integrations/policy/policy.ts'

const OFF = { googleClientId: undefined }
const ON = { googleClientId: 'house.apps.googleusercontent.com' }
const GOOGLE = 'https://accounts.google.com/gsi/client'

test('names nothing of Google while its sign-in is off', () => {
  expect(JSON.stringify(contentPolicy(OFF))).not.toContain('google')
  expect(contentPolicy(OFF)).toMatchSnapshot()
})

test('names what Google asks for once its sign-in is on, and nothing wider', () => {
  expect(contentPolicy(ON)).toMatchSnapshot()
})

test.each([
  ['/api/sign-in/client.js', OFF, true],
  ['/api/sign-in/client.js', ON, true],
  [GOOGLE, OFF, false],
  [GOOGLE, ON, true],
  ['https://example.org/client.js', ON, false],
])('lets %s into pages only where the policy does', (script, settings, allowed) => {
  expect(allowsSignInScript(script, settings)).toBe(allowed)
})
