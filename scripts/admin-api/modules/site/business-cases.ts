import type { BusinessCase } from '#api/site.ts'
import type { Locale } from '#api/language.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import { readCard, selectTextsOf } from '../read/texts.ts'

/** All published business cases, latest year first. */
export async function loadBusinessCases(db: Reader, lang: Locale): Promise<BusinessCase[]> {
  const rows = await db
    .selectFrom('business_case')
    .innerJoin(selectTextsOf('business_case', lang), 'text.item_id', 'business_case.id')
    .select(['business_case.id', 'langs', 'year', 'title', 'summary', 'card', 'body'])
    .where('business_case.published', '=', 1)
    .orderBy('year', 'desc')
    .orderBy('business_case.id')
    .execute()
  return rows.map((row) => {
    const { client, image } = readCard('business_case', row.card)
    return {
      id: row.id,
      langs: readJson(row.langs),
      title: row.title,
      client,
      year: row.year,
      summary: row.summary,
      image,
      body: readJson(row.body),
    }
  })
}
