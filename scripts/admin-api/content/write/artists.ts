import { resolveImage } from '../blocks.ts'
import { pickText } from '../local.ts'
import type { ContentFolder } from '../read-folder.ts'
import { findId, findLink, toItemColumns, writeTexts, type ImportContext } from './context.ts'

type Artist = ContentFolder['items']['artists'][number]

export function writeArtist(context: ImportContext, artist: Artist): void {
  context.write('artist', ['id'], {
    ...toItemColumns({ ...artist, title: artist.name }),
    group: artist.group,
    discipline_id: findId(context, 'discipline', artist.discipline),
    born: artist.born ?? null,
    died: artist.died ?? null,
  })
  writeTexts(context, 'artist', { ...artist, title: artist.name }, (lang) => ({
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
