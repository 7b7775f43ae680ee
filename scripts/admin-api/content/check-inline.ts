import { LOCALES } from '#api/language.ts'
import type { ContentBlock } from './format/blocks.ts'
import type { Faults } from './faults.ts'
import { readParagraphs } from './inline.ts'
import type { LocalizedText } from './local.ts'
import type { ContentFolder } from './read-folder.ts'
import { listFiles } from './sources.ts'

interface GivenList {
  items: { text: LocalizedText; list?: GivenList | undefined }[]
}

const listNested = ({ items }: GivenList, at: string): [string, LocalizedText][] =>
  items.flatMap(({ text, list }, index): [string, LocalizedText][] => [
    [`${at}items.${index}.text`, text],
    ...(list ? listNested(list, `${at}items.${index}.list.`) : []),
  ])

function listTexts(block: ContentBlock): [string, LocalizedText][] {
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
        ...block.head.map((cell, column): [string, LocalizedText] => [`head.${column}`, cell]),
        ...block.rows.flatMap((row, index) =>
          row.map((cell, column): [string, LocalizedText] => [`rows.${index}.${column}`, cell]),
        ),
      ]
    default:
      return []
  }
}

/** Checks that texts with inline markup can be parsed and their links are allowed. */
export function checkInline(folder: ContentFolder, faults: Faults): void {
  function check(file: string, field: string, localized: LocalizedText) {
    for (const lang of LOCALES) {
      try {
        readParagraphs(localized[lang] ?? '')
      } catch (error) {
        faults.add(file, `${field}.${lang}`, error instanceof Error ? error.message : String(error))
      }
    }
  }
  function checkBody(file: string, body: readonly ContentBlock[]) {
    for (const [index, block] of body.entries()) {
      for (const [field, localized] of listTexts(block))
        check(file, `body.${index}.${field}`, localized)
    }
  }

  for (const [index, localized] of folder.single['site.yaml'].foot_content.entries()) {
    check('site.yaml', `foot_content.${index}`, localized)
  }
  for (const [file, data] of listFiles(folder)) {
    if ('body' in data) checkBody(file, data.body)
  }
}
