import { kindOf } from '../../serve/file-kinds.ts'
import type { SiteFile } from '../../serve/manifest.ts'
import { groupFiles, type FileSet } from '../group-files.ts'
import { headersOf, type HostedSite } from '../hosted-site.ts'
import { escapePattern, writeMap, writeText } from './syntax.ts'

/** What nginx says by itself, by `types` and the static modules. */
const BY_NGINX = new Set(['Content-Type', 'Vary'])

export interface Written {
  /** Blocks of `http { }`. */
  blocks: string[]
  /** Lines of a location. */
  lines: string[]
}

/**
 * The headers of every file, by maps over the file of an answer (`$site_file`) where they differ
 * from file to file. An empty value leaves a header out.
 */
export function writeFileHeaders(site: HostedSite): Written {
  const files = [...site.manifest.files.values()]
  const names = new Set(files.flatMap((file) => Object.keys(headersOf(file, site))))
  const written = [...names]
    .filter((name) => !BY_NGINX.has(name))
    .map((name) => writeHeader(site, files, name))
  return {
    blocks: [...written.flatMap(({ blocks }) => blocks), writeVary(files)],
    lines: written.flatMap(({ lines }) => lines),
  }
}

function writeHeader(site: HostedSite, files: readonly SiteFile[], name: string): Written {
  const variable = `site_header_${name.toLowerCase().replaceAll('-', '_')}`
  const groups = groupFiles(files, (file) => headersOf(file, site)[name] ?? '').map(
    (group, index) => ({ ...group, ...writeText(`${variable}_${index}`, group.value) }),
  )
  // What most single files have is the rest, so that the lines are few.
  const [common] = groups.toSorted((a, b) => b.files.length - a.files.length)
  const single = groups
    .filter((group) => group !== common)
    .flatMap(({ files: paths, reference }) => paths.map((path) => [path, reference] as const))
  const sets = groups.flatMap((group) =>
    group.sets.map((set) => [patternOf(set), group.reference] as const),
  )
  const map = writeMap('$site_file', `$${variable}`, [...single, ...sets], common?.reference)
  const blocks = [...groups.flatMap(({ blocks: texts }) => texts), map]
  return groups.length === 1 && common?.blocks.length === 0
    ? { blocks: [], lines: [addHeader(name, common.value)] }
    : { blocks, lines: [addHeader(name, `$${variable}`)] }
}

const patternOf = ({ folder, ending }: FileSet): string =>
  `~^${escapePattern(folder)}.*\\.${escapePattern(ending)}$`

/** A part of a file is sent as it is, but a cache must know that the whole may be compressed. */
function writeVary(files: readonly SiteFile[]): string {
  const endings = new Set(
    files.filter(({ encodings }) => encodings.length > 0).map(({ path }) => endingOf(path)),
  )
  const pattern = `~\\.(?:${[...endings].toSorted().join('|')})$`
  return writeMap('$site_file', '$site_vary', [[pattern, 'Accept-Encoding']])
}

const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

/** The content types of the endings that the folder has, as our server names them. */
export function writeTypes(site: HostedSite): string[] {
  const endings = new Set([...site.manifest.files.keys()].map(endingOf))
  const lines = [...endings]
    .filter((ending) => /^[a-z0-9]+$/.test(ending))
    .toSorted()
    .map((ending) => `  "${kindOf(`/x.${ending}`).type}" ${ending};`)
  return ['types {', ...lines, '}', 'default_type application/octet-stream;']
}

/** The headers of one document, for an answer that always is this one. */
export function writeDocumentHeaders(site: HostedSite, file: SiteFile, name: string): Written {
  const written = Object.entries(headersOf(file, site))
    .filter(([header]) => !BY_NGINX.has(header))
    .map(([header, value], index) => ({ header, ...writeText(`${name}_${index}`, value) }))
  return {
    blocks: written.flatMap(({ blocks }) => blocks),
    lines: written.map(({ header, reference }) => addHeader(header, reference)),
  }
}

export const addHeader = (name: string, value: string): string =>
  `add_header ${name} "${value.replaceAll('"', '\\"')}" always;`
