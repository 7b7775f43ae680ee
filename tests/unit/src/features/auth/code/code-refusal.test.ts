import { describe, expect, test } from 'vitest'
import { describeRefusal } from '#features/auth/code/code-refusal.ts'
import { toResultFailure } from '#features/forms/failures.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

const t = createIslandTexts('en', 'code')
const later = { retry_at: '2027-05-05T12:30:00+08:00', server_time: '2027-05-05T12:00:00+08:00' }

function describeCode(code: number, data: unknown): string {
  const failure = toResultFailure({ status: 'refused', code, msg: '', data })
  if (failure.kind !== 'refused') throw new Error('expected a refusal')
  return describeRefusal(failure, t)
}

describe('verification code refusal', () => {
  test.each([
    ['wrong, with the attempts left', 500202, { attempts_left: 3 }, 'Attempts left: 3'],
    ['wrong for the last time', 500202, { attempts_left: 0 }, 'five wrong attempts'],
    [
      'wrong, from an API that does not count attempts',
      500202,
      null,
      'Enter a correct verification code',
    ],
    ['expired', 500204, null, 'expired'],
    ['locked, with the time', 500203, later, '12:30'],
    ['requested too often, with the time', 500201, later, '12:30'],
    ['locked, without a time', 500203, null, 'Too many attempts'],
  ])('describes a code that is %s', (_, code, data, text) => {
    expect(describeCode(code, data)).toContain(text)
  })
})
