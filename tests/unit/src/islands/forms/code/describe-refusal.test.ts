import { describe, expect, test } from 'vitest'
import { describeRefusal } from '#islands/forms/code/describe-refusal.ts'
import { getCodeMessages } from '#islands/forms/code/texts.ts'
import { failureOfAnswer } from '#islands/forms/failures.ts'
import { createTexts } from '#islands/ui/create-texts.ts'

const t = createTexts(getCodeMessages('en'))
const later = { retry_at: '2027-05-05T12:30:00+08:00', server_time: '2027-05-05T12:00:00+08:00' }

function describeCode(code: number, data: unknown): string {
  const failure = failureOfAnswer({ status: 'refused', code, msg: '', data })
  if (failure.kind !== 'refused') throw new Error('expected a refusal')
  return describeRefusal(failure, t)
}

describe('why a code was not taken', () => {
  test.each([
    ['wrong, with the tries left', 500202, { attempts_left: 3 }, 'Tries left: 3'],
    ['wrong for the last time', 500202, { attempts_left: 0 }, 'five times'],
    ['wrong, from an API that does not count', 500202, null, 'Enter a correct verification code'],
    ['expired', 500204, null, 'expired'],
    ['locked, until when', 500203, later, '12:30'],
    ['too often, until when', 500201, later, '12:30'],
    ['a closed account', 500203, null, 'Too many attempts'],
  ])('%s', (_, code, data, text) => {
    expect(describeCode(code, data)).toContain(text)
  })
})
