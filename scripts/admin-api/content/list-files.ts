import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '#api/language.ts'
import type { Faults } from './faults.ts'
import { isKnownMedia } from './media.ts'
import type { ContentFolder } from './read-folder.ts'

interface Use {
  source: string
  file: string
  field: string
}

/** Media stand everywhere under the name `file`, and as caption files of videos. */
function findMediaUses(value: unknown, file: string, path: string[], uses: Use[]): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    const isMedia = key === 'file' || path.at(-1) === 'captions'
    if (isMedia && typeof child === 'string') {
      uses.push({ source: child, file, field: [...path, key].join('.') })
    } else findMediaUses(child, file, [...path, key], uses)
  }
}

/** Every media file that the folder uses, each once; missing ones are faults. */
export function listMedia({ root, single, items }: ContentFolder, faults: Faults): string[] {
  const uses: Use[] = []
  for (const [name, data] of Object.entries(single)) findMediaUses(data, name, [], uses)
  for (const [folder, list] of Object.entries(items)) {
    for (const item of list) findMediaUses(item, `${folder}/${item.slug}.yaml`, [], uses)
  }
  for (const { source, file, field } of uses) {
    if (source.split('/').includes('..')) {
      faults.add(file, field, `${source} leads out of the folder`)
    } else if (!isKnownMedia(source)) {
      faults.add(file, field, `${source} is of no known kind of picture or video`)
    } else if (!existsSync(join(root, 'media', source))) {
      faults.add(file, field, `there is no file media/${source}`)
    }
  }
  return [...new Set(uses.map(({ source }) => source))]
}

/** The legal files, each once; missing ones are faults. */
export function listLegalFiles({ root, single }: ContentFolder, faults: Faults): string[] {
  const names = new Set<string>()
  for (const field of ['user_agreement_file', 'privacy_policy_file'] as const) {
    for (const lang of LOCALES) {
      const name = single['site.yaml'][field][lang]
      names.add(name)
      if (existsSync(join(root, 'files', name))) continue
      faults.add('site.yaml', `${field}.${lang}`, `there is no file files/${name}`)
    }
  }
  return [...names]
}
