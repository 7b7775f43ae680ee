import { expect, test } from 'vitest'
import type { LongFormBlock } from '#blocks/long-form.ts'
import { removeClosedButtons } from '#components/section/remove-closed-buttons.ts'

const call = (href: string): LongFormBlock => ({ type: 'button', label: 'Apply', href, note: null })
const body = [call('/en/course/activity-form?id=1'), call('/en/calendar/calendar')]
const target = '/en/course/activity-form'

test('removes the button of a form that is not open', () => {
  const over = { kind: 'over', label: 'Ended' } as const
  expect(removeClosedButtons(body, over, target)).toEqual([call('/en/calendar/calendar')])
})

test('keeps every button while the item is open', () => {
  const state = {
    label: '',
    tone: 'plain',
    live: { kind: 'activity', id: 1, state: 'open' },
  } as const
  const act = { kind: 'act', label: 'Apply', href: target, price: null, note: null, state } as const
  expect(removeClosedButtons(body, act, target)).toEqual(body)
})
