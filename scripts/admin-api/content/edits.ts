import * as v from 'valibot'

// What staff set beside the content folder. An edit stands over what the folder says of the same
// field until the folder says something new there: neither undoes the other silently.

const EditSchema = v.object({
  /** Names of fields and, in lists, the number (`id`) of an entry or its position from 0. */
  path: v.array(v.string()),
  value: v.unknown(),
  /** What the folder said when it was set; missing when it said nothing. */
  base: v.optional(v.unknown()),
})
export type Edit = v.InferOutput<typeof EditSchema>

export const EditsSchema = v.pipe(v.string(), v.parseJson(), v.array(EditSchema))

/** Whether a value of the content has fields: an object that is no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The place of an entry in a list: by its number where entries have one. */
function findIndex(list: readonly unknown[], name: string): number {
  const isNumbered = list.some((one) => isRecord(one) && 'id' in one)
  if (isNumbered) return list.findIndex((one) => isRecord(one) && String(one['id']) === name)
  return /^\d+$/.test(name) && Number(name) < list.length ? Number(name) : -1
}

function getStep(data: unknown, name: string): unknown {
  if (Array.isArray(data)) return data[findIndex(data, name)]
  return isRecord(data) && Object.hasOwn(data, name) ? data[name] : undefined
}

/** What stands at a path, undefined when nothing does. */
export function getAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce(getStep, data)
}

/**
 * Data with another value at a path, `data` itself left as it is; null when the path leads nowhere.
 * Fields that are not there yet come to be: whether they may, the schema tells.
 */
export function setAt(data: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(data)) {
    const index = findIndex(data, name)
    const child = index < 0 ? null : setAt(data[index], rest, value)
    return child === null ? null : data.with(index, child)
  }
  // Validation libraries differ in whether they see this key at all.
  if (!isRecord(data) || name === '__proto__') return null
  const before = Object.hasOwn(data, name) ? data[name] : {}
  const child = setAt(before, rest, value)
  return child === null ? null : { ...data, [name]: child }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export interface Rebased {
  data: unknown
  kept: Edit[]
  /** Fields of which the folder says something new: it decides again. */
  dropped: Edit[]
}

/** Lays edits over what the folder says now. */
export function rebaseEdits(given: unknown, edits: readonly Edit[]): Rebased {
  const result: Rebased = { data: given, kept: [], dropped: [] }
  for (const edit of edits) {
    const current = getAt(given, edit.path)
    // The folder caught up.
    if (isSame(current, edit.value)) continue
    const data = isSame(current, edit.base) ? setAt(result.data, edit.path, edit.value) : null
    if (data === null) result.dropped.push(edit)
    else {
      result.data = data
      result.kept.push(edit)
    }
  }
  return result
}

/** Adds an edit to those that stand; setting back what the folder says takes it away. */
export function addEdit(edits: readonly Edit[], added: Edit): Edit[] {
  const others = edits.filter(({ path }) => !isSame(path, added.path))
  const before = edits.find(({ path }) => isSame(path, added.path))
  const base = before ? before.base : added.base
  if (isSame(base, added.value)) return others
  const edit = { path: added.path, value: added.value }
  return [...others, base === undefined ? edit : { ...edit, base }]
}
