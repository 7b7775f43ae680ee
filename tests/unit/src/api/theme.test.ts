import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  completeTheme,
  DEFAULT_THEME,
  findContrastFaults,
  measureContrast,
  ThemeSchema,
} from '#api/theme.ts'

describe('measureContrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    // The lightest grey that passes WCAG AA on white.
    ['#767676', '#ffffff', 4.54],
  ])('measures for %s and %s %d', (first, second, contrast) => {
    expect(measureContrast(first, second)).toBeCloseTo(contrast, 2)
    expect(measureContrast(second, first)).toBeCloseTo(contrast, 2)
  })
})

describe('theme', () => {
  test('equals the default theme without colours', () => {
    expect(completeTheme({})).toBe(DEFAULT_THEME)
    expect(findContrastFaults({})).toEqual([])
  })

  test.each([
    { ink: '#0b1a2b', paper: '#ffffff', accent: '#0060a8', highlight: '#7fb2d9' },
    { accent: '#1d5b45' },
    { ink: '#1b1030', paper: '#fbf7ff', highlight: '#d8b4ff' },
  ])('derives readable colours for missing ones: %j', (colours) => {
    expect(completeTheme(colours)).toMatchObject(colours)
    expect(findContrastFaults(colours)).toEqual([])
  })

  test('is refused with field and values if text would be hard to read', () => {
    const { issues = [] } = v.safeParse(ThemeSchema, { accent: '#ff9900' })
    const [first, ...others] = issues
    expect(others).toEqual([])
    expect(first && v.getDotPath(first)).toBe('accent')
    expect(first?.message).toBe(
      'paper (#f7f2e8) on accent (#ff9900): contrast 1.9, at least 4.5 is needed',
    )
  })

  test.each([{ accent: 'red' }, { accent: '#abc' }, { cinnabar: '#a92b1b' }])(
    'is refused for an invalid colour or an unknown name: %j',
    (colours) => {
      expect(v.is(ThemeSchema, colours)).toBe(false)
    },
  )
})
