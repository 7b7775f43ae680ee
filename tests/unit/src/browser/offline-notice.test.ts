import { expect, test } from 'vitest'
import { showOffline } from '#browser/offline-notice.ts'

test('shows the notice while offline', () => {
  const navigator = { onLine: true }
  const view = Object.assign(new EventTarget(), { navigator })
  const notice = { hidden: true }
  showOffline(notice, view)
  expect(notice.hidden).toBe(true)
  navigator.onLine = false
  view.dispatchEvent(new Event('offline'))
  expect(notice.hidden).toBe(false)
  navigator.onLine = true
  view.dispatchEvent(new Event('online'))
  expect(notice.hidden).toBe(true)
})
