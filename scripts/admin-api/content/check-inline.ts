import type { ContentBlock } from './format/blocks.ts'
import type { Faults } from './faults.ts'
import { readParagraphs } from './inline.ts'
import type { ContentFolder } from './read-folder.ts'
import { listFiles, visitTexts } from './sources.ts'

/** Fields of blocks whose texts may have inline markup. */
const FORMATTED: Partial<Record<ContentBlock['type'], RegExp>> = {
  paragraph: /^text\./,
  image_text: /^text\./,
  list: /^items\./,
  nested_list: /\.text\.[^.]+$/,
  table: /^(?:head|rows)\./,
}

/** Checks that texts with inline markup can be parsed and their links are allowed. */
export function checkInline(folder: ContentFolder, faults: Faults): void {
  function check(file: string, field: string, text: string) {
    try {
      readParagraphs(text)
    } catch (error) {
      faults.add(file, field, error instanceof Error ? error.message : String(error))
    }
  }

  for (const [field, text] of visitTexts(folder.single['site.yaml'].foot_content, 'foot_content')) {
    check('site.yaml', field, text)
  }
  for (const [file, data] of listFiles(folder)) {
    for (const [index, block] of 'body' in data ? data.body.entries() : []) {
      for (const [field, text] of visitTexts(block)) {
        if (FORMATTED[block.type]?.test(field)) check(file, `body.${index}.${field}`, text)
      }
    }
  }
}
