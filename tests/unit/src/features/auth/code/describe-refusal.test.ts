import { describe, expect, test } from 'vitest'
import { describeRefusal } from '#features/auth/code/describe-refusal.ts'
import { failureOfResult } from '#features/forms/failures.ts'
import { createIslandTexts } from '#tests/support/create-island-texts.ts'

const t = createIslandTexts('en', 'code')
const later = { retry_at: '2027-05-05T12:30:00+08:00', server_time: '2027-05-05T12:00:00+08:00' }

function describeCode(code: number, data: unknown): string {
  const failure = failureOfResult({ status: 'refused', code, msg: '', data })
  if (failure.kind !== 'refused') throw new Error('expected a refusal')
  return describeRefusal(failure, t)
}

describe('the reason why a code was refused', () => {
  test.each([
    ['wrong, with the tries left', 500202, { attempts_left: 3 }, 'Attempts left: 3'],
    ['wrong for the last time', 500202, { attempts_left: 0 }, 'five wrong attempts'],
    ['wrong, from an API that does not count', 500202, null, 'Enter a correct verification code'],
    ['expired', 500204, null, 'expired'],
    ['locked, until when', 500203, later, '12:30'],
    ['too often, until when', 500201, later, '12:30'],
    ['a closed account', 500203, null, 'Too many attempts'],
  ])('%s', (_, code, data, text) => {
    expect(describeCode(code, data)).toContain(text)
  })
})
