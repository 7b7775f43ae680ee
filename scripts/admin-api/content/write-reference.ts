import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse, stringify } from 'yaml'
import { LOCALES } from '#api/language.ts'
import { DEMO_CONTENT } from '../demo/demo-content.ts'
import { isRecord } from './edits.ts'
import { findFieldText, KIND_TEXTS } from './field-texts.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import { Block } from './format/blocks.ts'
import { STARTER } from './init-content.ts'
import { readNode, unwrap, type Schema } from './schema-tree.ts'

interface Row {
  field: string
  type: string
  isRequired: boolean
  limits: string
  text: string
}

interface Step {
  kind: string
  type: string
  requirement?: unknown
  message?: unknown
}

const isStep = (value: unknown): value is Step =>
  typeof value === 'object' && value !== null && 'kind' in value && 'type' in value

const isPiped = (step: Step): step is Step & Schema => step.kind === 'schema' && 'pipe' in step

const listSteps = (schema: Schema): Step[] =>
  'pipe' in schema && Array.isArray(schema.pipe)
    ? schema.pipe.filter(isStep).flatMap((step) => (isPiped(step) ? listSteps(step) : [step]))
    : [schema]

function describeStep({ kind, type, requirement, message }: Step): string | null {
  if (kind !== 'validation') return null
  switch (type) {
    case 'min_value':
      return `from ${String(requirement)}`
    case 'max_value':
      return `to ${String(requirement)}`
    case 'max_length':
      return `at most ${String(requirement)} characters`
    case 'min_length':
      return requirement === 1 ? null : `at least ${String(requirement)} entries`
    case 'integer':
      return 'whole number'
    case 'email':
      return 'e-mail address'
    default:
      return typeof message === 'string' ? message.replace(/^expected (a |an )?/, '') : null
  }
}

const isLocal = (entries: object): boolean => LOCALES.every((lang) => lang in entries)

function describeLeaf(schema: Schema): string {
  const node = readNode(unwrap(schema))
  if (node.kind === 'list') return `lists of ${describeLeaf(node.item)}`
  if (node.kind === 'object' && isLocal(node.entries)) return 'texts in both languages'
  if ('options' in schema && Array.isArray(schema.options)) return schema.options.join(', ')
  return schema.type === 'string' ? 'text' : schema.type
}

function describeLimits(schema: Schema): string {
  const bare = unwrap(schema)
  const limits = listSteps(bare).flatMap((step) => describeStep(step) ?? [])
  const fallback: unknown = 'default' in schema ? schema.default : undefined
  const isNamed = fallback !== undefined && typeof fallback !== 'object' && fallback !== 0
  return [...limits, ...(isNamed ? [`default ${String(fallback)}`] : [])].join('; ')
}

/** Table rows of a field and of all nested fields. */
function listRows(path: string, name: string, schema: Schema): Row[] {
  const isRequired = readNode(schema).kind !== 'optional'
  const bare = unwrap(schema)
  const node = readNode(bare)
  const text = findFieldText(name) ?? v.getDescription(schema) ?? v.getDescription(bare) ?? ''
  const own = { field: path, isRequired, limits: describeLimits(schema), text }
  switch (node.kind) {
    case 'object': {
      if (isLocal(node.entries)) {
        return [{ ...own, type: 'text in both languages', limits: 'one language is enough' }]
      }
      return [{ ...own, type: 'fields' }, ...listFields(bare, `${path}.`)]
    }
    case 'list': {
      const inner = readNode(unwrap(node.item))
      if (inner.kind === 'variant') return [{ ...own, type: 'list of [blocks](#blocks)' }]
      if (inner.kind !== 'object' || isLocal(inner.entries)) {
        return [{ ...own, type: `list: ${describeLeaf(node.item)}` }]
      }
      return [{ ...own, type: 'list of fields' }, ...listFields(node.item, `${path}[].`)]
    }
    default:
      return [{ ...own, type: describeLeaf(bare) }]
  }
}

function listFields(schema: Schema, prefix = ''): Row[] {
  const node = readNode(unwrap(schema))
  if (node.kind !== 'object') return []
  return Object.entries(node.entries).flatMap(([key, entry]) =>
    listRows(`${prefix}${key}`, key, entry),
  )
}

const escape = (text: string): string => text.replaceAll('|', '\\|')

function writeTable(rows: readonly Row[]): string {
  const lines = rows.map(({ field, type, isRequired, limits, text }) => {
    const need = isRequired ? 'yes' : 'no'
    return `| \`${field}\` | ${type} | ${need} | ${escape(limits)} | ${escape(text)} |`
  })
  return [
    '| field | type | required | limits | description |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}

/** The example of a kind: its file in the starter folder of `content init`. */
function readExample(kind: string): string {
  const path = join(STARTER, kind)
  const file = kind.endsWith('.yaml') ? path : join(path, readdirSync(path)[0] ?? '')
  return readFileSync(file, 'utf8').trim()
}

const isBlockList = (value: unknown): value is { type: string }[] =>
  Array.isArray(value) && value.every((one) => isRecord(one) && typeof one['type'] === 'string')

/** The first block of each type in the demo content. */
function listBlockExamples(): Map<string, object> {
  const examples = new Map<string, object>()
  for (const file of globSync('**/*.yaml', { cwd: DEMO_CONTENT }).toSorted()) {
    const content: unknown = parse(readFileSync(join(DEMO_CONTENT, file), 'utf8'))
    const lists = isRecord(content) ? Object.values(content).filter(isBlockList) : []
    for (const block of lists.flat()) {
      if (!examples.has(block.type)) examples.set(block.type, block)
    }
  }
  return examples
}

function writeBlocks(): string {
  const examples = listBlockExamples()
  const node = readNode(Block)
  const options = node.kind === 'variant' ? node.options : []
  return options
    .map((option) => {
      const inner = readNode(option)
      const type = inner.kind === 'object' && inner.entries['type']
      const name = type && 'literal' in type ? String(type.literal) : ''
      const rows = listFields(option).filter(({ field }) => field !== 'type')
      const example = examples.get(name)
      const exampleText = example ? `\n\n\`\`\`yaml\n${stringify([example]).trim()}\n\`\`\`` : ''
      return `### \`type: ${name}\`\n\n${writeTable(rows)}${exampleText}`
    })
    .join('\n\n')
}

const INTRODUCTION = `# Content format

Generated by \`npm run admin -- content reference\`; a test fails when it is not current.

A content folder has one YAML file per item, with both languages side by side. \`npm run admin -- content
init DIR\` writes one as a starting point, with JSON Schemas for completion and validation in editors.

- **Names.** The name of an item's file, without \`.yaml\`, is its slug: a-z, 0-9 and "-". Other files and
  links refer to it: \`artist: lin-an\`, \`/drama/detail?id=the-seagull\`.
- **Ids.** Orders, tickets and URLs contain numeric ids. The import assigns an id to each name and keeps it,
  also if the item is removed and added again. A renamed file keeps its id if its title is unchanged, as does an
  entry of site.yaml whose slug changes but not its name. A show with a new time, or a tier with a new name,
  keeps its id if it is the only one of the item that changes, and a tier or package also if no other one had its
  price. An explicit \`id\` in the file takes precedence.
- **Texts** in both languages are written \`{ zh-cn: 茶馆, en: Teahouse }\`; without a translation, the other
  language is shown. Put a text in quotes if it has a comma or a link inside \`{ }\`, contains ": ", or
  begins with a special character.
- **Times** are ISO 8601 with the offset of the venue, \`'2027-05-08T19:30:00+08:00'\`. A time can also be relative
  to the first start of the installation, as in the examples below: \`'+2w sat 19:30'\` is Saturday of the week
  after next, \`'-10d 14:00'\` ten days before. Such a time does not change later. \`content init\` writes the
  examples with ISO 8601 times.
- **Files.** Pictures and videos are in \`media/\`, documents in \`files/\`.
`

/** Writes the reference of all fields in Markdown. */
export function writeReference(): string {
  const kinds = Object.entries<Schema>({ ...SINGLE_FILES, ...ITEM_FOLDERS })
  const sections = kinds.map(([kind, schema]) => {
    const heading = kind.endsWith('.yaml') ? kind : `${kind}/*.yaml`
    const example = `\`\`\`yaml\n${readExample(kind)}\n\`\`\``
    return `## ${heading}\n\n${KIND_TEXTS[kind] ?? ''}\n\n${writeTable(listFields(schema))}\n\nExample:\n\n${example}`
  })
  const blocks = `## Blocks\n\nTexts of pages are lists of blocks, each with a \`type\`.\n\n${writeBlocks()}`
  return `${[INTRODUCTION, ...sections, blocks].join('\n\n')}\n`.replaceAll(/\n{3,}/g, '\n\n')
}
