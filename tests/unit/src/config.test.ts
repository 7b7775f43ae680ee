import { expect, test } from 'vitest'
import * as config from '#config.ts'

test('has the locale storage constants of the specification', { tags: ['S9.02'] }, () => {
  expect(config.LOCALE_COOKIE).toBe('chooseLanguage')
  expect(config.LOCALE_LIFETIME_MS).toBe(7 * 24 * 60 * 60 * 1000)
})

test('has the timing constants of the specification', { tags: ['S9.09'] }, () => {
  expect(config.PREFETCH_IDLE_TIMEOUT_MS).toBe(2000)
  expect(config.TOAST_TIMEOUT_MS).toBe(3000)
  expect(config.CHUNK_RELOAD_INTERVAL_MS).toBe(60_000)
})

test(
  'has the font and loading constants of the specification',
  { tags: ['S9.10', 'S9.11', 'S9.12'] },
  () => {
    expect(config.FONT_LOAD_TIMEOUT_MS).toBe(1_000_000)
    expect(config.FONT_CHECK_TIMEOUT_MS).toBe(0)
    expect(config.LOADING).toMatchObject({
      slowAt: 90,
      slowAfterMs: 5000,
      stopAt: 99,
      failureDelayMs: 300,
      barHideDelayMs: 500,
    })
  },
)

test('has the content constants of the specification', { tags: ['S9.17'] }, () => {
  expect(config.VIDEO_MAX_S).toBe(5 * 60)
  expect(config.REVEAL_THRESHOLD).toBe(0.05)
})
