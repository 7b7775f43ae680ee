import { resolveImage } from '../blocks.ts'
import { pickText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import { toItemColumns, writeTexts, type ImportContext } from './context.ts'

type BusinessCase = ContentFolder['items']['business-cases'][number]

export function writeBusinessCase(context: ImportContext, item: BusinessCase): void {
  context.write('business_case', ['id'], {
    ...toItemColumns(item),
    year: item.year,
  })
  writeTexts(context, 'business_case', item, (lang) => ({
    card: {
      client: pickText(item.client, lang),
      image: resolveImage(item.image, context.media, lang),
    },
    details: {},
  }))
}
