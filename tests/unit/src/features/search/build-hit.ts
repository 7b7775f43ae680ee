import type { SearchHit, SearchKind } from '#api/search.ts'

/** A search result whose title is its kind and id. */
export const buildHit = (kind: SearchKind, id: number, isMarked = true): SearchHit => ({
  kind,
  id,
  title: `${kind} ${id}`,
  title_marks: isMarked ? [[0, 1]] : [],
  summary: '',
  image: { url: 'a', alt: '', width: 1, height: 1 },
  date: null,
})
