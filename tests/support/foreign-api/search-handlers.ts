// Handlers of search calls of the foreign API, by substrings of titles.
import { page, Refused, type Handler, type Input } from './public-handlers.ts'
import type { Lang, Repertoire, Item } from './repertoire.ts'
import { createShapes } from './shapes.ts'

const SHOWN = 4

export function createSearchHandlers(all: Repertoire): Record<string, Handler> {
  const kinds: Record<string, Item[]> = {
    performance: all.productions,
    course: all.courses,
    activity: all.activities,
    artist: all.artists,
    performance_news: all.stories.performance,
    course_news: all.stories.course,
    artist_news: all.stories.artist,
  }

  function readWord(input: Input): string {
    const word = String(input['q'] ?? '').trim()
    if (word === '' || word.length > 64) throw new Refused(400, 'no words')
    return word
  }

  function search(kind: string, word: string, lang: Lang) {
    const s = createShapes(all, lang)
    const matches = (kinds[kind] ?? []).filter(({ title }) =>
      title[lang].toLowerCase().includes(word.toLowerCase()),
    )
    return matches.map((item) => ({
      kind,
      id: item.id,
      title: s.getText(item.title),
      title_marks: [],
      summary: s.summary(item),
      image: s.picture(item.picture),
      date: null,
    }))
  }

  return {
    'GET /api/search/recommend': ({ lang }) => ({
      words: all.productions.slice(0, 2).map(({ title }) => title[lang]),
      items: search('performance', '', lang).slice(0, SHOWN),
    }),
    'GET /api/search/results': ({ lang, input }) => {
      const word = readWord(input)
      const groups = Object.keys(kinds)
        .map((kind) => ({ kind, matches: search(kind, word, lang) }))
        .filter(({ matches }) => matches.length > 0)
        .map(({ kind, matches }) => ({
          kind,
          total: matches.length,
          items: matches.slice(0, SHOWN),
        }))
      const total = groups.reduce((sum, group) => sum + group.total, 0)
      return { q: word, total, groups }
    },
    'GET /api/search/morelist': ({ lang, input }) => {
      const matches = search(String(input['kind']), readWord(input), lang)
      return page(matches, input, (match) => match)
    },
  }
}
