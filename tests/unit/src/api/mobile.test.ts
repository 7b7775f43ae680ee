import { describe, expect, test } from 'vitest'
import { COUNTRIES, isMobile, maskMobile, splitMobile } from '#api/mobile.ts'

describe('mobile numbers', () => {
  test.each([
    '+8613800138000',
    '+8619912345678',
    '+85291234567',
    '+85366123456',
    '+886912345678',
    '+6591234567',
    '+819012345678',
    '+821012345678',
    '+12025550123',
    '+447400123456',
    '+33612345678',
    '+491701234567',
  ])('accept %s', (e164) => expect(isMobile(e164)).toBe(true))

  test.each([
    '',
    '13800138000',
    '+86',
    '+8612800138000',
    '+861380013800',
    '+86138001380001',
    '+862112345678',
    '+447',
    '+0123456789',
    '+86138 0013 8000',
  ])('refuse %j', (e164) => expect(isMobile(e164)).toBe(false))

  test('are masked in the middle', () => {
    expect(maskMobile('+8613800138000')).toBe('+86 138****8000')
    expect(maskMobile('+85291234567')).toBe('+852 91****67')
    expect(maskMobile('+33612345678')).toBe('+33 612****5678')
    expect(maskMobile('+99912345678')).toBe('+999****78')
  })

  test('have calling codes that are no prefix of another one', () => {
    for (const one of COUNTRIES) {
      const sharingPrefix = COUNTRIES.filter(({ calling }) => calling.startsWith(one.calling))
      expect(sharingPrefix).toEqual([one])
    }
    expect(splitMobile('+85291234567')?.country.iso).toBe('HK')
    expect(COUNTRIES[0].iso).toBe('CN')
  })
})
