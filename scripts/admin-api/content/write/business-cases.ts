import { resolveImage } from '../blocks.ts'
import { listLanguages, pickText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import { toFlag, toLangs } from './context.ts'
import type { ImportContext } from './context.ts'
import { writeTexts } from './texts.ts'

type BusinessCase = ContentFolder['items']['business-cases'][number]

export function writeBusinessCase(context: ImportContext, item: BusinessCase): void {
  context.write('business_case', ['id'], {
    id: item.id,
    slug: item.slug,
    langs: toLangs(listLanguages(item.title)),
    published: toFlag(item.published),
    year: item.year,
  })
  writeTexts(context, 'business_case', item, (lang) => ({
    title: pickText(item.title, lang),
    summary: pickText(item.summary, lang),
    card: {
      client: pickText(item.client, lang),
      image: resolveImage(item.image, context.media, lang),
    },
    details: {},
  }))
}
