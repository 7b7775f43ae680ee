// Who may import whom: a room reads only from the rooms that stand before it.
// api ← client ← stores ← islands ← components ← layouts ← pages; content joins at layouts and pages.
// `.astro` files count too, which is why this is not a linter's rule.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { reportFaults } from '#scripts/checks/report.ts'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'

readCommandLine(createProgram('npm run test:imports --', 'Checks who imports whom.'))

interface Import {
  file: string
  target: string
  typeOnly: boolean
}

const SHARED = ['src/config.ts', 'src/font-library.ts', 'src/routes.ts', 'src/speculation-rules.ts']

/** What each room may import beside itself and packages. `type:` allows types only. */
const ALLOWED: Record<string, string[]> = {
  'src/config.ts': [],
  'src/font-library.ts': [],
  'src/routes.ts': ['src/i18n/locales.ts', 'src/i18n/paths.ts'],
  'src/api': [],
  'src/i18n': ['src/api/language.ts', 'type:src/api', 'i18n', ...SHARED],
  'src/client': ['src/api', 'src/i18n/locales.ts', 'src/config.ts'],
  'src/stores': ['src/api', 'src/client', 'src/i18n', 'i18n', 'src/config.ts'],
  'src/browser': [
    'type:src/api',
    'src/stores',
    'src/i18n/locales.ts',
    'src/i18n/paths.ts',
    ...SHARED,
  ],
  'src/content': ['src/api', 'src/client', 'src/i18n', 'type:src/blocks', ...SHARED],
  'src/blocks': ['type:src/api', 'src/i18n'],
  'src/islands': [
    'src/stores',
    'src/client',
    'src/api',
    'src/i18n',
    'i18n',
    'src/blocks',
    ...SHARED,
  ],
  'src/components': [
    'src/islands',
    'src/blocks',
    'src/i18n',
    'src/browser',
    'src/styles',
    'type:src/api',
    'type:src/content',
    ...SHARED,
  ],
  'src/layouts': [
    'src/components',
    'src/blocks',
    'src/content',
    'src/i18n',
    'src/styles',
    'src/browser',
    ...SHARED,
  ],
  'src/pages': [
    'src/layouts',
    'src/components',
    'src/islands',
    'src/blocks',
    'src/content',
    'src/i18n',
    ...SHARED,
  ],
  'src/styles': [],
  'scripts/admin-api': [
    'src/api',
    'src/i18n/locales.ts',
    'src/routes.ts',
    'i18n',
    'scripts/lib',
    // Its programs warn of misspelt settings of any part.
    'scripts/settings.ts',
  ],
  'scripts/lib': [],
  // It renders pages itself, as a build does.
  'scripts/publish/live-builder': ['scripts', 'src/content', 'src/i18n', ...SHARED],
  // Its pages are rendered in this process, too.
  'scripts/dev': ['scripts', 'src/content', 'src/i18n', ...SHARED],
  // It reads HTML as the build does, to name what the site cannot show.
  'scripts/checks/api': ['scripts', 'src/api', 'src/i18n', 'src/content/html', ...SHARED],
  'src/content/html': ['src/api'],
  scripts: [
    'scripts',
    'src/content/build-settings.ts',
    'src/content/answers/content-fault.ts',
    'src/api',
    'src/client',
    'src/i18n',
    'i18n',
    ...SHARED,
  ],
  tests: ['src', 'scripts', 'i18n', 'tests'],
}

const ALIASES: [string, string][] = [
  ['#messages/', 'i18n/'],
  ['#scripts/', 'scripts/'],
  ['#tests/', 'tests/'],
  ['#', 'src/'],
]

/** The project path that an import names, or null for a package. */
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

/** The most exact room that a file stands in. */
function roomOf(file: string): string | undefined {
  return Object.keys(ALLOWED)
    .filter((room) => isIn(file, room))
    .toSorted((a, b) => b.length - a.length)[0]
}

const isIn = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`)

function findFault({ file, target, typeOnly }: Import): string | null {
  const room = roomOf(file)
  if (room === undefined) return null
  if (isIn(target, 'src/pages')) return `${file} imports the page ${target}`
  const [area, targetArea] = [file, target].map(
    (path) => /^src\/islands\/([^/]+)\//.exec(path)?.[1],
  )
  if (area && targetArea && targetArea !== area && !['ui', 'forms'].includes(targetArea)) {
    return `${file} imports another area of islands: ${target}`
  }
  const allowed = ALLOWED[room]?.some((entry) =>
    entry.startsWith('type:') ? typeOnly && isIn(target, entry.slice(5)) : isIn(target, entry),
  )
  return isIn(target, room) || allowed ? null : `${file} may not import ${target}`
}

const files = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/**/*.ts', 'tests/**/*.{ts,tsx}'])
const faults = files
  .flatMap(readImports)
  .map(findFault)
  .filter((fault) => fault !== null)
reportFaults('imports', `${files.length} files`, faults)
