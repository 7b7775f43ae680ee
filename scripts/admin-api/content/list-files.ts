import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findFontFault, isFontFile } from './check-font.ts'
import type { Faults } from './faults.ts'
import { isKnownMedia, KNOWN_PICTURES } from './media.ts'
import type { ContentFolder } from './read-folder.ts'
import { PLACEHOLDER_MEDIA } from './repair.ts'
import { listFiles, visitTexts } from './sources.ts'

/** Fields with the path of a media file: those named `file`, and captions of videos. */
const MEDIA_FIELD = /(?:^|\.)(?:file|captions\.[^.]+)$/

/** Lists references to media files. */
export const findMediaUses = (value: unknown): { source: string; field: string }[] =>
  [...visitTexts(value)].flatMap(([field, source]) =>
    MEDIA_FIELD.test(field) ? [{ source, field }] : [],
  )

const LEGAL_FIELD = /^(?:user_agreement|privacy_policy)_file\./

/** Lists references to legal files. */
export const findLegalUses = (value: unknown): { name: string; field: string }[] =>
  [...visitTexts(value)].flatMap(([field, name]) =>
    LEGAL_FIELD.test(field) ? [{ name, field }] : [],
  )

/** The only field with a font file. */
const FONT_FIELD = 'brand.fonts.display_font.file'

/**
 * Lists the media files that a folder uses, without duplicates; adds faults for missing and invalid ones.
 * @param unread files of the folder to skip
 */
export function listMedia(
  folder: ContentFolder,
  faults: Faults,
  unread: ReadonlySet<string>,
): string[] {
  const sources = new Set<string>()
  const pictures = new Map<string, string | null>()
  const findProblem = (source: string, isFont: boolean): string | null => {
    if (source.split('/').includes('..')) return `${source} is outside the media folder.`
    const path = join(folder.root, 'media', source)
    if (!isFont && (!isKnownMedia(source) || isFontFile(source)))
      return `${source} is not a supported type of picture or video: ${KNOWN_PICTURES}.`
    if (!existsSync(path)) return `There is no file media/${source}.`
    return isFont ? findFontFault(path, `media/${source}`) : null
  }
  for (const [file, data] of listFiles(folder)) {
    if (unread.has(file)) continue
    for (const { source, field } of findMediaUses(data)) {
      // The fault that the placeholder replaces is reported already.
      if (source === PLACEHOLDER_MEDIA) continue
      const isFont = field === FONT_FIELD
      const cached = isFont ? undefined : pictures.get(source)
      const problem = cached === undefined ? findProblem(source, isFont) : cached
      if (!isFont) pictures.set(source, problem)
      sources.add(source)
      if (problem !== null) faults.add(file, field, problem)
    }
  }
  return [...sources]
}

/** Lists the legal files, without duplicates; adds faults for missing ones. */
export function listLegalFiles({ root, single }: ContentFolder, faults: Faults): string[] {
  const names = new Set<string>()
  for (const { name, field } of findLegalUses(single['site.yaml'])) {
    names.add(name)
    if (existsSync(join(root, 'files', name))) continue
    faults.add('site.yaml', field, `There is no file files/${name}.`)
  }
  return [...names]
}
