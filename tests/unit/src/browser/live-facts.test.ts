import { describe, expect, test } from 'vitest'
import { collectIds, describeFact, type LiveTexts } from '#browser/live-facts.ts'

const texts: LiveTexts = {
  labels: {
    show: {
      on_sale: { text: '有票', tone: 'plain' },
      few_left: { text: '仅剩 {{count}}', tone: 'urgent' },
    },
    course_date: {
      open: { text: '可预约', tone: 'plain' },
      full: { text: '已满', tone: 'quiet' },
    },
  },
  places: '余 {{count}} 席',
  place: '余 1 席',
}

describe('ids of live facts', () => {
  test('are collected by kind without duplicates', () => {
    expect(collectIds(['show:101', 'show:102', 'show:101', 'activity:3'])).toEqual({
      show: [101, 102],
      activity: [3],
    })
  })

  test('are limited to the maximum per request', () => {
    const names = Array.from({ length: 300 }, (_, index) => `show:${index + 1}`)
    expect(collectIds(names)['show']).toHaveLength(200)
  })
})

describe('live state label', () => {
  test('shows the state, with the places if the text contains them', () => {
    const fact = { id: 1, state: 'few_left', places_left: 3 }
    expect(describeFact('show', fact, false, texts)).toEqual({ text: '仅剩 3', tone: 'urgent' })
  })

  test('shows the places instead of the state if the label does and places are left', () => {
    const open = { id: 1, state: 'open', places_left: 8 }
    expect(describeFact('course_date', open, true, texts)?.text).toBe('余 8 席')
    expect(describeFact('course_date', open, false, texts)?.text).toBe('可预约')
    const full = { id: 1, state: 'full', places_left: 0 }
    expect(describeFact('course_date', full, true, texts)?.text).toBe('已满')
  })

  test('is null for an unknown state', () => {
    const fact = { id: 1, state: 'postponed', places_left: 3 }
    expect(describeFact('show', fact, false, texts)).toBeNull()
    expect(describeFact('opera', fact, false, texts)).toBeNull()
  })
})
