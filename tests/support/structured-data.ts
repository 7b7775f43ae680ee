import { resolve } from 'node:path'
import ts from 'typescript'

// Two validators of JSON-LD: the TypeScript compiler checks types, properties and values against
// schema.org (types of `schema-dts`), and the required properties follow Google's rich-result documentation.

export interface Node {
  '@type': string
  [property: string]: unknown
}

/** Required properties by type (developers.google.com/search/docs/appearance). */
const REQUIRED: Record<string, readonly string[]> = {
  TheaterEvent: ['name', 'startDate', 'endDate', 'location', 'eventStatus', 'image', 'organizer'],
  Event: ['name', 'startDate', 'endDate', 'location', 'eventStatus', 'image', 'organizer'],
  Course: ['name', 'description', 'provider', 'offers', 'hasCourseInstance'],
  CourseInstance: ['courseMode', 'courseWorkload'],
  Offer: ['price', 'priceCurrency', 'url'],
  AggregateOffer: ['lowPrice', 'priceCurrency', 'availability', 'url', 'validFrom'],
  Person: ['name'],
  NewsArticle: ['headline', 'image', 'datePublished', 'author', 'publisher'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Organization: ['name', 'url'],
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  VideoObject: ['name', 'description', 'thumbnailUrl', 'contentUrl', 'uploadDate'],
  PerformingArtsTheater: ['name', 'address'],
  PostalAddress: ['streetAddress', 'addressLocality', 'addressCountry'],
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isNode = (value: unknown): value is Node =>
  isObject(value) && typeof value['@type'] === 'string'

/** A node and all nested nodes. */
export function listNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(listNodes)
  if (!isObject(value)) return []
  return [...(isNode(value) ? [value] : []), ...Object.values(value).flatMap(listNodes)]
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

/** Required properties that a node lacks. */
export function findMissing(node: Node): string[] {
  const fields = REQUIRED[node['@type']]
  if (fields === undefined) return []
  return fields.filter((field) => isEmpty(node[field])).map((field) => `${node['@type']}.${field}`)
}

const isEnumeration = (value: unknown): boolean => String(value).startsWith('https://schema.org/')

/** The features of a value: each property of each type with the kind of its value. */
function listFeatures(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listFeatures(item, `${path}[]`))
  if (!isObject(value)) return [`${path}=${isEnumeration(value) ? String(value) : typeof value}`]
  const type = `${path}<${String(value['@type'])}>`
  return Object.entries(value).flatMap(([key, item]) =>
    key === '@type' ? [type] : listFeatures(item, `${type}.${key}`),
  )
}

/** Selects values that together cover every feature: compiling all would be slow. */
function pickRepresentative<T>(values: readonly T[]): T[] {
  const covered = new Set<string>()
  return values.filter((value) => {
    const newFeatures = listFeatures(value).filter((feature) => !covered.has(feature))
    for (const feature of newFeatures) covered.add(feature)
    return newFeatures.length > 0
  })
}

/** Reduces lists to elements that cover every feature. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return pickRepresentative(value.map(shorten))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]))
}

/** Leaves out `query-input` of actions: the types require a wrapper for it. */
const withoutInputs = (_: string, value: unknown): unknown =>
  isObject(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !key.endsWith('-input')))
    : value

/** Checks nodes against schema.org. @returns the number of nodes checked and the faults */
export function checkVocabulary(nodes: readonly Node[]): { checked: number; faults: string[] } {
  const checked = pickRepresentative(nodes.map((node) => shorten(node) as Node))
  const lines = checked.map((node, index) => {
    const type = node['@type']
    return `export const node${index}: schema.${type} = ${JSON.stringify(node, withoutInputs)}`
  })
  const file = resolve('tests/structured-data.virtual.ts')
  const source = [`import type * as schema from 'schema-dts'`, ...lines].join('\n')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const readSource = host.getSourceFile.bind(host)
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022)
      : readSource(name, ...rest)
  const program = ts.createProgram([file], options, host)
  const faults = program.getSemanticDiagnostics(program.getSourceFile(file)).map((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n').slice(0, 800)
    return `${source.slice(diagnostic.start ?? 0, (diagnostic.start ?? 0) + 120)}: ${text}`
  })
  return { checked: checked.length, faults }
}
