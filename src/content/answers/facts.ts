/** What an answer says about items, enough to know whom a change concerns. */
export interface AnswerFacts {
  /** The numbers of all items that it names, of whatever kind, sorted. */
  ids: Int32Array
  /** The numbers of the items of a list, in its order; empty for other answers. */
  list: Int32Array
  /** How many items the whole list has. */
  total: number | null
}

/** Things with a number that are no items: they change with a page of the content, never alone. */
const NO_ITEMS = new Set(
  (
    'city cities citys city_id default_city_id venue venues hall halls genre genre_id discipline ' +
    'disciplines discipline_id category categories shows tier tiers dates next_date packages'
  ).split(' '),
)

export function readFacts(answer: unknown): AnswerFacts {
  const ids = new Set<number>()
  collect(answer, '', ids)
  const items = isRecord(answer) && Array.isArray(answer['items']) ? answer['items'] : []
  const total = isRecord(answer) ? answer['total'] : undefined
  return {
    ids: Int32Array.from(ids).toSorted(),
    list: Int32Array.from(items.flatMap((item) => (isRecord(item) ? readNumber(item['id']) : []))),
    total: typeof total === 'number' ? total : null,
  }
}

/** @param name the property that holds the value: elements of a list stand under its name */
function collect(value: unknown, name: string, ids: Set<number>): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, name, ids)
    return
  }
  if (!isRecord(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object') collect(inner, key, ids)
    else if (key === 'id' ? !NO_ITEMS.has(name) : key.endsWith('_id') && !NO_ITEMS.has(key)) {
      for (const id of readNumber(inner)) ids.add(id)
    }
  }
}

const readNumber = (value: unknown): number[] => (typeof value === 'number' ? [value] : [])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
