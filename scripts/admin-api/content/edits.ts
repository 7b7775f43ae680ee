// Staff edits of content. A staff edit overrides the folder's value until the folder changes that value, so
// neither silently undoes the other (a three-way merge).

export interface Edit {
  /** Names of fields and, in lists, the `id` of an entry or its index. */
  path: string[]
  value: unknown
  /** The folder's value at the time of the edit; missing if there was none. */
  base?: unknown
}

/** Whether a value is an object, but not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The index of an entry in a list, by its id if entries have one. */
function findIndex(list: readonly unknown[], name: string): number {
  const hasIds = list.some((one) => isRecord(one) && 'id' in one)
  if (hasIds) return list.findIndex((one) => isRecord(one) && String(one['id']) === name)
  return /^\d+$/.test(name) && Number(name) < list.length ? Number(name) : -1
}

function getStep(data: unknown, name: string): unknown {
  if (Array.isArray(data)) return data[findIndex(data, name)]
  return isRecord(data) && Object.hasOwn(data, name) ? data[name] : undefined
}

/** The value at a path; undefined if there is none. */
export function getAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce(getStep, data)
}

/** Returns a copy of an object with another value of a field. Undefined removes the field, and an empty object. */
function setField(data: Record<string, unknown>, name: string, value: unknown): unknown {
  if (value !== undefined) return { ...data, [name]: value }
  const { [name]: _, ...others } = data
  return Object.keys(others).length > 0 ? others : undefined
}

/**
 * Returns a copy of the data with another value at a path; null if a list in the path has no such entry.
 * Missing fields are created; the schema decides whether they are allowed. Undefined removes the field, and the
 * objects that were created for it.
 */
export function setAt(data: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(data)) {
    const index = findIndex(data, name)
    const child = index < 0 ? null : setAt(data[index], rest, value)
    return child === null ? null : data.with(index, child)
  }
  // `__proto__` is rejected here, because validation libraries may ignore that key.
  if (!isRecord(data) || name === '__proto__') return null
  const before = Object.hasOwn(data, name) ? data[name] : {}
  const child = setAt(before, rest, value)
  return child === null ? null : setField(data, name, child)
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export interface Rebased {
  data: unknown
  kept: Edit[]
  /** Edits of fields that the folder has changed since. */
  dropped: Edit[]
}

/** Applies edits to the current data of the folder. */
export function rebaseEdits(folderData: unknown, edits: readonly Edit[]): Rebased {
  const result: Rebased = { data: folderData, kept: [], dropped: [] }
  for (const edit of edits) {
    const current = getAt(folderData, edit.path)
    // The field has the edited value without the edit, which is obsolete.
    if (isEqual(getAt(result.data, edit.path), edit.value)) continue
    // A missing object equals an empty one, which is the default of such fields.
    const isUnchanged = isEqual(current ?? {}, edit.base ?? {})
    const data = isUnchanged ? setAt(result.data, edit.path, edit.value) : null
    if (data === null) result.dropped.push(edit)
    else {
      result.data = data
      result.kept.push(edit)
    }
  }
  return result
}

const isWithin = (path: readonly string[], outer: readonly string[]): boolean =>
  outer.every((name, index) => path[index] === name)

/**
 * Adds an edit, in place of edits of the same field and of fields within it. An edit that restores the value
 * without it is removed instead.
 * @param added its base is the current value, with all edits
 */
export function addEdit(edits: readonly Edit[], added: Edit): Edit[] {
  const { path, value } = added
  const replaced = edits.filter((edit) => isWithin(edit.path, path))
  const others = edits.filter((edit) => !replaced.includes(edit))
  const outer = others.find((edit) => isWithin(path, edit.path))
  const within = path.slice(outer?.path.length ?? 0)
  const before = replaced.reduce(
    (data, edit) => setAt(data, edit.path.slice(path.length), edit.base),
    added.base,
  )
  if (isEqual(outer ? getAt(outer.value, within) : before, value)) return others
  const base = outer ? getAt(outer.base, within) : before
  return [...others, base === undefined ? { path, value } : { path, value, base }]
}
