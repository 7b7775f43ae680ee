import { expect, test } from 'vitest'
import { getPublicState, isVisible, readWindow } from '#scripts/admin-api/content/visibility.ts'

const NOW = Date.parse('2027-05-08T12:00:00+08:00')
const BEFORE = '2027-05-08T11:59:59+08:00'
const AT = '2027-05-08T12:00:00+08:00'
const AFTER = '2027-05-08T12:00:01+08:00'

test.each([
  [{}, 'shown', [true, true]],
  [{ published_at: AT }, 'shown', [true, true]],
  [{ published_at: BEFORE, expires_at: AFTER }, 'shown', [true, true]],
  [{ published_at: AFTER }, 'scheduled', [false, true]],
  [{ expires_at: AT }, 'expired', [false, false]],
  [{ draft: true }, 'draft', [false, true]],
  [{ draft: true, published_at: BEFORE }, 'draft', [false, true]],
  [{ draft: true, expires_at: BEFORE }, 'expired', [false, false]],
  [{ published: false, draft: true }, 'hidden', [false, false]],
  [{ published: false, published_at: AFTER }, 'hidden', [false, false]],
])('%o is %s', (given, state, [isPublic, isPreviewed]) => {
  const moment = { firstStart: 0, now: NOW }
  const window = readWindow(given)
  expect(getPublicState(window, moment)).toBe(state)
  expect(isVisible(window, { ...moment, audience: 'public' })).toBe(isPublic)
  expect(isVisible(window, { ...moment, audience: 'unpublished' })).toBe(isPreviewed)
})
