// Checks the allowed imports between layers:
// api ← client ← stores ← features ← components ← layouts ← pages; content joins at layouts and pages.
// Not a lint rule, because it includes `.astro` files.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { reportFaults } from './report.ts'
import { createProgram, readCommandLine } from '../lib/command-line/create-program.ts'

readCommandLine(createProgram('npm run test:imports --', 'Checks the imports between layers.'))

interface Import {
  file: string
  target: string
  typeOnly: boolean
}

const SHARED = 'src/config.ts src/routes.ts src/speculation-rules.ts'

/** Shared features, the only ones that other features may import. */
const SHARED_FEATURES = new Set(['ui', 'forms', 'auth', 'order-core'])

/** Allowed imports of each layer, besides itself and packages. `type:` allows only types. */
const ALLOWED: Record<string, string> = {
  'src/config.ts': '',
  'src/routes.ts': 'src/i18n/locales.ts src/i18n/paths.ts',
  'src/api': '',
  'src/i18n': `src/api/language.ts type:src/api i18n ${SHARED}`,
  'src/client': 'src/api src/i18n/locales.ts src/config.ts',
  'src/calendar-file': 'type:src/api src/i18n',
  'src/stores': 'src/api src/client src/i18n i18n src/config.ts',
  'src/browser': `type:src/api src/stores src/i18n/locales.ts src/i18n/paths.ts ${SHARED}`,
  // Media files are generated when a response that references them is read.
  'src/content': `src/api src/calendar-file src/client src/i18n type:src/blocks src/integrations/fonts
    src/integrations/media src/integrations/policy src/integrations/share-cards ${SHARED}`,
  'src/integrations': `src/api src/i18n src/content/build-config.ts ${SHARED}`,
  // Structured data and feeds are generated from the content.
  'src/integrations/seo': `src/integrations src/api src/content src/i18n type:src/blocks ${SHARED}`,
  'src/blocks': 'type:src/api src/i18n',
  'src/features': `src/stores src/client src/api src/calendar-file src/i18n i18n src/blocks ${SHARED}`,
  'src/components': `src/features src/blocks src/i18n src/browser src/styles type:src/api
    type:src/content type:src/integrations type:src/stores ${SHARED}`,
  'src/layouts': `src/integrations src/components src/blocks src/content src/i18n src/styles
    src/browser type:src/api ${SHARED}`,
  'src/pages': `src/integrations/seo src/layouts src/components src/features src/blocks
    src/calendar-file src/content src/i18n ${SHARED}`,
  'src/styles': '',
  // Commands warn about misspelt settings of all parts.
  'scripts/admin-api': `src/api src/calendar-file src/i18n/format.ts src/i18n/format-place.ts
    src/i18n/locales.ts src/i18n/messages.ts src/i18n/read-texts.ts src/routes.ts scripts/lib
    scripts/settings.ts`,
  'scripts/lib': '',
  // Renders pages.
  'scripts/publish/live-builder': `scripts src/content src/i18n src/integrations ${SHARED}`,
  // Renders pages with Astro's development server.
  'scripts/dev': `scripts src/content src/integrations src/i18n postcss.config.mjs ${SHARED}`,
  // Parses HTML like the build, to report what the site cannot show.
  'scripts/checks/api': `scripts src/api src/i18n src/content/html ${SHARED}`,
  'src/content/html': 'src/api',
  scripts: `scripts src/content/build-settings.ts src/content/query-cache/content-fault.ts
    src/integrations/bundle/island-modules.ts src/api src/client src/i18n i18n ${SHARED}`,
  tests: 'src scripts i18n tests',
}

const ALIASES: [string, string][] = [
  ['#messages/', 'i18n/'],
  ['#scripts/', 'scripts/'],
  ['#tests/', 'tests/'],
  ['#', 'src/'],
]

/** Resolves an import to a project path, or null for a package. */
function resolveTarget(file: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return normalize(join(dirname(file), bare))
  const alias = ALIASES.find(([prefix]) => bare.startsWith(prefix))
  return alias ? bare.replace(alias[0], alias[1]) : null
}

function readImports(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  const pattern =
    /^\s*(?:import|export)(\s+type)?\s[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...source.matchAll(pattern)].flatMap((match) => {
    const target = resolveTarget(file, match[2] ?? match[3] ?? match[4] ?? '')
    const typeOnly = match[1] !== undefined || source.slice(0, match.index).endsWith('typeof ')
    return target === null ? [] : [{ file, target, typeOnly }]
  })
}

/** Finds the most specific layer of a file. */
function getLayer(file: string): string | undefined {
  return Object.keys(ALLOWED)
    .filter((layer) => isIn(file, layer))
    .toSorted((a, b) => b.length - a.length)[0]
}

const isIn = (path: string, layer: string): boolean =>
  path === layer || path.startsWith(`${layer}/`)

function findFault({ file, target, typeOnly }: Import): string | null {
  const layer = getLayer(file)
  if (layer === undefined) return null
  if (isIn(target, 'src/pages')) return `${file} imports the page ${target}`
  const [feature, other] = [file, target].map((path) => /^src\/features\/([^/]+)\//.exec(path)?.[1])
  if (feature && other && feature !== other && !SHARED_FEATURES.has(other)) {
    return `${file} imports another feature: ${target}; shared are ${[...SHARED_FEATURES].join(', ')}`
  }
  const allowed = ALLOWED[layer]
    ?.split(/\s+/)
    .some((entry) =>
      entry.startsWith('type:') ? typeOnly && isIn(target, entry.slice(5)) : isIn(target, entry),
    )
  return isIn(target, layer) || allowed ? null : `${file} may not import ${target}`
}

const files = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/**/*.ts', 'tests/**/*.{ts,tsx}'])
const faults = files
  .flatMap(readImports)
  .map(findFault)
  .filter((fault) => fault !== null)
reportFaults('imports', `${files.length} files`, faults)
