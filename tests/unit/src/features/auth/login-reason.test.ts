import { expect, test } from 'vitest'
import { findLoginReason } from '#features/auth/login-reason.ts'

test.each([
  ['/order/list?type=course', 'orders'],
  ['/en/order/recharge', 'recharge'],
  ['/en/pay/pay?id=AB12CD34', 'pay'],
  ['/pay/member', 'membership'],
  ['/drama/buyTicket?id=1', 'tickets'],
  ['/course/activity-form?id=2', 'application'],
  ['/course/detail?id=1', 'booking'],
  ['/user/user', 'account'],
  ['/code/code', 'door'],
  ['/', null],
  ['/en', null],
])('finds the reason why %s requires a login', (path, reason) => {
  expect(findLoginReason(path)).toBe(reason)
})
