import { expect, test } from 'vitest'
import * as v from 'valibot'
import { isTaxNumber, TaxNumberSchema } from '#api/tax-number.ts'

// Codes from annual reports of listed companies, and the example of GB 32100-2015.
test.each(['91350100M000100Y43', '91440300708461136T', '9144030071526726XG', '91110000600037341L'])(
  'accepts the unified social credit code %s',
  (code) => expect(isTaxNumber(code)).toBe(true),
)

test('refuses a code with any single character replaced', () => {
  const code = '9144030071526726XG'
  const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const wrong = [...code].flatMap((letter, at) =>
    [...letters]
      .filter((other) => other !== letter)
      .map((other) => code.slice(0, at) + other + code.slice(at + 1)),
  )
  expect(wrong.filter(isTaxNumber)).toEqual([])
})

test.each([
  '',
  '9144030071526726X',
  '9144030071526726XG1',
  '914403OO71526726XG',
  '９１４４０３００７１５２６７２６XG',
])('refuses the tax number %j', (text) => expect(isTaxNumber(text)).toBe(false))

test('accepts older numbers of 15 and 20 characters', () => {
  expect(['310101123456789', '31010119800101123X01'].map(isTaxNumber)).toEqual([true, true])
})

test('normalises a number as copied from a licence', () => {
  for (const text of [' 91440300 71526726xg ', '９１４４０３００７１５２６７２６ＸＧ']) {
    expect(v.parse(TaxNumberSchema, text)).toBe('9144030071526726XG')
  }
})

test('refuses an overlong text before it is normalised', () => {
  expect(v.is(TaxNumberSchema, `${' '.repeat(100)}9144030071526726XG`)).toBe(false)
})
