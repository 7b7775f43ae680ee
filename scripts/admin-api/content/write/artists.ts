import { resolveImage } from '../blocks.ts'
import { listLanguages, pickText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import { findId, findLink, toFlag, toLangs } from './context.ts'
import type { ImportContext } from './context.ts'
import { writeTexts } from './texts.ts'

type Artist = ContentFolder['items']['artists'][number]

export function writeArtist(context: ImportContext, artist: Artist): void {
  context.write('artist', ['id'], {
    id: artist.id,
    slug: artist.slug,
    langs: toLangs(listLanguages(artist.name)),
    published: toFlag(artist.published),
    group: artist.group,
    discipline_id: findId(context, 'discipline', artist.discipline),
    born: artist.born ?? null,
    died: artist.died ?? null,
  })
  writeTexts(context, 'artist', artist, (lang) => ({
    title: pickText(artist.name, lang),
    summary: pickText(artist.summary, lang),
    card: {
      line: pickText(artist.line, lang),
      latin_name: artist.latin_name,
      image: resolveImage(artist.portrait, context.media, lang),
    },
    details: {
      works: artist.works.map((work) => ({
        title: pickText(work.title, lang),
        role: pickText(work.role, lang),
        year: work.year ?? null,
        performance_id: findLink(context, 'performance', work.performance),
      })),
    },
  }))
}
