import { expect, test } from 'vitest'
import { chooseNameTone, measureContrast, readLuminance } from '#content/name-tone.ts'

const grey = (value: number) => readLuminance([value, value, value])
const PAPER = readLuminance([0xf7, 0xf2, 0xe8])
const INK = readLuminance([0x15, 0x11, 0x0e])

test('measures contrast as defined by WCAG', () => {
  expect(measureContrast(grey(0), grey(255))).toBeCloseTo(21)
  expect(measureContrast(grey(0x77), grey(255))).toBeCloseTo(4.48, 1)
})

test.each([
  [0, 60, 'paper'],
  [180, 255, 'ink'],
  [20, 230, 'plate'],
  [140, 150, 'ink'],
])('chooses for backgrounds from %i to %i the tone %s', (darkest, lightest, tone) => {
  expect(chooseNameTone(grey(darkest), grey(lightest))).toBe(tone)
})

test('keeps a contrast of at least 4.5:1 on any background', () => {
  for (let low = 0; low <= 255; low += 5) {
    for (let high = low; high <= 255; high += 5) {
      const tone = chooseNameTone(grey(low), grey(high))
      const contrasts = {
        paper: measureContrast(PAPER, grey(high)),
        ink: measureContrast(INK, grey(low)),
        plate: measureContrast(INK, PAPER),
      }
      expect(contrasts[tone]).toBeGreaterThanOrEqual(4.5)
    }
  }
})
