import type { Ref } from '#api/primitives.ts'

/** The options of a filter by references, such as cities: each once, in their order. */
export const listOptions = (refs: readonly Ref[]) =>
  [...new Map(refs.map((ref) => [ref.id, ref])).values()].map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))
