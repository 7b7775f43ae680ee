import { expect, test } from 'vitest'
import { compareLuminances, DEFAULT_THEME, measureLuminance } from '#api/theme.ts'
import { chooseNameTone } from '#content/name-tone.ts'

const grey = (value: number) => measureLuminance([value, value, value])
const PAPER = measureLuminance([0xf7, 0xf2, 0xe8])
const INK = measureLuminance([0x15, 0x11, 0x0e])

test('measures contrast as defined by WCAG', () => {
  expect(compareLuminances(grey(0), grey(255))).toBeCloseTo(21)
  expect(compareLuminances(grey(0x77), grey(255))).toBeCloseTo(4.48, 1)
})

test.each([
  [0, 60, 'paper'],
  [180, 255, 'ink'],
  [20, 230, 'plate'],
  [140, 150, 'ink'],
])('chooses for backgrounds from %i to %i the tone %s', (darkest, lightest, tone) => {
  expect(chooseNameTone(grey(darkest), grey(lightest), DEFAULT_THEME)).toBe(tone)
})

test('keeps a contrast of at least 4.5:1 on any background', () => {
  for (let low = 0; low <= 255; low += 5) {
    for (let high = low; high <= 255; high += 5) {
      const tone = chooseNameTone(grey(low), grey(high), DEFAULT_THEME)
      const contrasts = {
        paper: compareLuminances(PAPER, grey(high)),
        ink: compareLuminances(INK, grey(low)),
        plate: compareLuminances(INK, PAPER),
      }
      expect(contrasts[tone]).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('measures contrast with the colours of the site', () => {
  const theme = { paper: '#ffffff', ink: '#6b4a2e' }
  expect(chooseNameTone(grey(180), grey(255), theme)).toBe('plate')
  expect(chooseNameTone(grey(0), grey(115), theme)).toBe('paper')
})
