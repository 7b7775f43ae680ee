import type { ArtistCard } from '#api/artist.ts'
import type { Locale } from '#api/language.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import { pickName } from '../read/names.ts'
import { readCard, selectItemTexts } from '../read/texts.ts'

export const selectArtists = (db: Reader) =>
  db.selectFrom('artist').where('artist.published', '=', 1)

/** Cards of published artists, in the order of the ids. */
export async function loadArtistCards(
  db: Reader,
  lang: Locale,
  ids: readonly number[],
): Promise<ArtistCard[]> {
  if (ids.length === 0) return []
  const rows = await selectArtists(db)
    .innerJoin('discipline', 'discipline.id', 'artist.discipline_id')
    .innerJoin(selectItemTexts('artist', lang), 'text.item_id', 'artist.id')
    .select([
      'artist.id',
      'artist.langs',
      'artist.group',
      'artist.born',
      'artist.died',
      'discipline.id as discipline_id',
      'discipline.name as discipline_name',
      'text.title',
      'text.card',
    ])
    .where('artist.id', 'in', ids)
    .execute()
  const cards = new Map(
    rows.map((row) => {
      const { line, latin_name, image } = readCard('artist', row.card)
      const card: ArtistCard = {
        id: row.id,
        langs: readJson(row.langs),
        name: row.title,
        latin_name,
        group: row.group,
        discipline: { id: row.discipline_id, name: pickName(row.discipline_name, lang) },
        born: row.born,
        died: row.died,
        line,
        portrait: image,
      }
      return [row.id, card]
    }),
  )
  return ids.flatMap((id) => cards.get(id) ?? [])
}
