import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { listNews, loadNewestNews, loadNewsDetail } from '../news/news.ts'
import { loadRefs } from '../read/names.ts'
import { queryPage } from '../read/page.ts'
import { loadDetails, loadPage } from '../read/texts.ts'
import { loadArtistCards, selectArtists } from './cards.ts'

export function createArtistHandlers(deps: Deps) {
  const db = deps.db.query
  return {
    'GET /api/artist/config': async ({ lang }) => {
      const { artist_ids, ...season } = await loadPage(db, 'season', lang)
      return {
        season: { ...season, artists: await loadArtistCards(db, lang, artist_ids) },
        disciplines: await loadRefs(db, 'discipline', lang),
      }
    },

    'GET /api/artist/artist_list': async ({ query, lang }) => {
      const { discipline_id } = query
      const artists = selectArtists(db)
        .select('artist.id')
        .$call((select) =>
          discipline_id === undefined ? select : select.where('discipline_id', '=', discipline_id),
        )
        .orderBy('artist.id')
      const { items, ...page } = await queryPage(artists, query)
      const ids = items.map(({ id }) => id)
      return { ...page, items: await loadArtistCards(db, lang, ids) }
    },

    'GET /api/artist/artist_detail': async ({ query, lang }) => {
      const [card] = await loadArtistCards(db, lang, [query.id])
      if (!card) throw notFound()
      const [{ summary, details, body }, news] = await Promise.all([
        loadDetails(db, 'artist', query.id, lang),
        loadNewestNews(db, { kind: 'artist', lang, subjectId: query.id }),
      ])
      return { ...card, summary, works: details.works, body, news }
    },

    'GET /api/artist/news_list': ({ query, lang }) =>
      listNews(db, { kind: 'artist', lang, subjectId: query.artist_id, ...query }),

    'GET /api/artist/news_detail': ({ query, lang }) =>
      loadNewsDetail(db, { kind: 'artist', lang, id: query.id }),
  } satisfies Partial<Handlers>
}
