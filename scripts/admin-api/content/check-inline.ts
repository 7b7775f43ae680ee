import { LOCALES } from '#api/language.ts'
import type { ContentBlock } from './format/blocks.ts'
import type { Faults } from './faults.ts'
import { readParagraphs } from './inline.ts'
import type { Given } from './local.ts'
import type { ContentFolder } from './read-folder.ts'
import { listFiles } from './sources.ts'

interface GivenList {
  items: { text: Given; list?: GivenList | undefined }[]
}

const listNested = ({ items }: GivenList, at: string): [string, Given][] =>
  items.flatMap(({ text, list }, index): [string, Given][] => [
    [`${at}items.${index}.text`, text],
    ...(list ? listNested(list, `${at}items.${index}.list.`) : []),
  ])

function listTexts(block: ContentBlock): [string, Given][] {
  switch (block.type) {
    case 'paragraph':
    case 'image_text':
      return [['text', block.text]]
    case 'list':
      return block.items.map((item, index) => [`items.${index}`, item])
    case 'nested_list':
      return listNested(block, '')
    case 'table':
      return [
        ...block.head.map((cell, column): [string, Given] => [`head.${column}`, cell]),
        ...block.rows.flatMap((row, index) =>
          row.map((cell, column): [string, Given] => [`rows.${index}.${column}`, cell]),
        ),
      ]
    default:
      return []
  }
}

/** Checks that texts with marks can be read: their links lead somewhere allowed. */
export function checkInline(folder: ContentFolder, faults: Faults): void {
  function check(file: string, field: string, given: Given) {
    for (const lang of LOCALES) {
      try {
        readParagraphs(given[lang] ?? '')
      } catch (error) {
        faults.add(file, `${field}.${lang}`, error instanceof Error ? error.message : String(error))
      }
    }
  }
  function checkBody(file: string, body: readonly ContentBlock[]) {
    for (const [index, block] of body.entries()) {
      for (const [field, given] of listTexts(block)) check(file, `body.${index}.${field}`, given)
    }
  }

  for (const [index, given] of folder.single['site.yaml'].foot_content.entries()) {
    check('site.yaml', `foot_content.${index}`, given)
  }
  for (const [file, data] of listFiles(folder)) {
    if ('body' in data) checkBody(file, data.body)
  }
}
