import { readFileKind } from '../../serve/file-kinds.ts'
import { getFileHeaders } from '../../serve/headers.ts'
import type { SiteFile } from '../../serve/manifest.ts'
import { groupFiles, type FileSet } from '../group-files.ts'
import { getOwnHeaders, type HostedSite } from '../hosted-site.ts'
import { escapePattern, writeMap, writeText } from './syntax.ts'

export interface Written {
  /** Blocks of `http { }`. */
  blocks: string[]
  /** Lines of a location. */
  lines: string[]
}

/**
 * Writes the headers of every file, as maps over `$site_file` where values differ. nginx omits headers
 * with an empty value.
 */
export function writeFileHeaders(site: HostedSite): Written {
  const files = [...site.manifest.files.values()]
  const names = new Set(files.flatMap((file) => getOwnHeaders(file, site).map(([name]) => name)))
  const written = [...names].map((name) => writeHeader(site, files, name))
  return {
    blocks: [...written.flatMap(({ blocks }) => blocks), writeVary(files)],
    lines: written.flatMap(({ lines }) => lines),
  }
}

function writeHeader(site: HostedSite, files: readonly SiteFile[], name: string): Written {
  const variable = `site_header_${name.toLowerCase().replaceAll('-', '_')}`
  const groups = groupFiles(files, (file) => getFileHeaders(file, site.https)[name] ?? '').map(
    (group, index) => ({ ...group, ...writeText(`${variable}_${index}`, group.value) }),
  )
  // The value of the most single files becomes the default, which keeps the map short.
  const [common] = groups.toSorted((a, b) => b.files.length - a.files.length)
  const single = groups
    .filter((group) => group !== common)
    .flatMap(({ files: paths, reference }) => paths.map((path) => [path, reference] as const))
  const sets = groups.flatMap((group) =>
    group.sets.map((set) => [getPattern(set), group.reference] as const),
  )
  const map = writeMap('$site_file', `$${variable}`, [...single, ...sets], common?.reference)
  const blocks = [...groups.flatMap(({ blocks: texts }) => texts), map]
  return groups.length === 1 && common?.blocks.length === 0
    ? { blocks: [], lines: [addHeader(name, common.value)] }
    : { blocks, lines: [addHeader(name, `$${variable}`)] }
}

const getPattern = ({ folder, extension }: FileSet): string =>
  `~^${escapePattern(folder)}.*\\.${escapePattern(extension)}$`

/** Writes `Vary` of partial responses: they are uncompressed, but full responses may be compressed. */
function writeVary(files: readonly SiteFile[]): string {
  const extensions = new Set(
    files.filter(({ encodings }) => encodings.length > 0).map(({ path }) => getExtension(path)),
  )
  const pattern = `~\\.(?:${[...extensions].toSorted().join('|')})$`
  return writeMap('$site_file', '$site_vary', [[pattern, 'Accept-Encoding']])
}

const getExtension = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

/** Writes the content types of the file extensions of a site, as in our own server. */
export function writeTypes(site: HostedSite): string[] {
  const extensions = new Set([...site.manifest.files.keys()].map(getExtension))
  const lines = [...extensions]
    .filter((extension) => /^[a-z0-9]+$/.test(extension))
    .toSorted()
    .map((extension) => `  "${readFileKind(`/x.${extension}`).type}" ${extension};`)
  return ['types {', ...lines, '}', 'default_type application/octet-stream;']
}

/** Writes the headers of a document, for a location that serves only this document. */
export function writeDocumentHeaders(site: HostedSite, file: SiteFile, name: string): Written {
  const written = getOwnHeaders(file, site).map(([header, value], index) => ({
    header,
    ...writeText(`${name}_${index}`, value),
  }))
  return {
    blocks: written.flatMap(({ blocks }) => blocks),
    lines: written.map(({ header, reference }) => addHeader(header, reference)),
  }
}

export const addHeader = (name: string, value: string): string =>
  `add_header ${name} "${value.replaceAll('"', '\\"')}" always;`

export const REQUEST_ID = addHeader('X-Request-Id', '$site_request_id')

/** Writes the lines of a location that responds with JSON. */
export const respondJson = (status: number, body: string): string[] => [
  'types { }',
  'default_type "application/json; charset=utf-8";',
  addHeader('Cache-Control', 'no-store'),
  addHeader('X-Content-Type-Options', 'nosniff'),
  REQUEST_ID,
  `return ${status} '${body}';`,
]
