/** Kinds of search hits, in the order of the results. Append only, at most 16: document ids contain the position. */
export const SEARCH_KINDS = [
  'performance',
  'course',
  'activity',
  'artist',
  'artist_news',
  'course_news',
  'performance_news',
  'business',
] as const
