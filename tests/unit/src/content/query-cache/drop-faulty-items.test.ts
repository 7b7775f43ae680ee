import * as v from 'valibot'
import { expect, test } from 'vitest'
import { dropFaultyItems } from '#content/query-cache/drop-faulty-items.ts'

const CardSchema = v.object({ id: v.number(), title: v.string() })
const ListSchema = v.object({ items: v.array(CardSchema), total: v.number() })
const DetailSchema = v.object({
  id: v.number(),
  title: v.string(),
  shows: v.array(CardSchema),
  related: v.array(CardSchema),
})
const LIST = { path: '/api/course/list', locale: 'en', isItemQuery: false, before: undefined }
const DETAIL = { ...LIST, path: '/api/course/detail', isItemQuery: true }
const card = (id: number, title: unknown = `Course ${id}`) => ({ id, title })

test('drops faulty items of a list and reports each with field and reason', () => {
  const list = { items: [card(1), card(2, null), card(3), card(4, 7)], total: 4 }
  const mended = dropFaultyItems(ListSchema, list, LIST)
  expect(mended?.data).toEqual({ items: [card(1), card(3)], total: 4 })
  expect(mended?.faults).toMatchObject([
    { subject: 'courses 2', kind: 'courses', locale: 'en', field: 'title', effect: 'left-out' },
    { subject: 'courses 4', reason: 'Invalid type: Expected string but received 7' },
  ])
})

test('replaces a faulty item by its version in the previous result', () => {
  const before = { items: [card(2, 'Second'), card(1)], total: 2 }
  const list = { items: [card(1), card(2, null), card(3, null)], total: 3 }
  const mended = dropFaultyItems(ListSchema, list, { ...LIST, before })
  expect(mended?.data.items).toEqual([card(1), card(2, 'Second')])
  expect(mended?.faults.map(({ subject, effect }) => [subject, effect])).toEqual([
    ['courses 2', 'kept'],
    ['courses 3', 'left-out'],
  ])
})

test('drops items that were faulty before too', () => {
  const before = { items: [card(2, 5)], total: 1 }
  const list = { items: [card(1), card(2, null)], total: 2 }
  const mended = dropFaultyItems(ListSchema, list, { ...LIST, before })
  expect(mended?.data.items).toEqual([card(1)])
  expect(mended?.faults).toMatchObject([{ subject: 'courses 2', effect: 'left-out' }])
})

test('drops other items from the result of an item, but none of its parts', () => {
  const detail = { ...card(1), shows: [card(9)], related: [card(2, null), card(3)] }
  expect(dropFaultyItems(DetailSchema, detail, DETAIL)?.data.related).toEqual([card(3)])
  const faulty = { ...card(1), shows: [card(9, null)], related: [] }
  expect(dropFaultyItems(DetailSchema, faulty, DETAIL)).toBeNull()
})

test.each([[{ items: 'none', total: 1 }], [{ items: [null], total: 1 }], [{ items: [] }], [null]])(
  'does not change what is no list of items: %j',
  (payload) => {
    expect(dropFaultyItems(ListSchema, payload, LIST)).toBeNull()
  },
)
