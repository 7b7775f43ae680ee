/** Kinds of search hits, in the order of the results. */
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
