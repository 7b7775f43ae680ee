// Checks that every package of the lockfile has a SHA-512 checksum, so that npm rejects tampered packages, and
// that the optional packages of every platform are listed, without which `npm ci` rejects the lockfile.
// `-- --write` adds missing checksums from the registry.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { createProgram, readCommandLine } from '../lib/command-line/create-program.ts'
import { reportFaults } from './report.ts'

const FILE = 'package-lock.json'

const PackageSchema = v.looseObject({
  version: v.optional(v.string()),
  integrity: v.optional(v.string()),
  link: v.optional(v.boolean()),
  optionalDependencies: v.optional(v.record(v.string(), v.string())),
})
const LockfileSchema = v.looseObject({ packages: v.record(v.string(), PackageSchema) })

/** Fetches the checksum of a package; undefined if the registry has none. */
function fetchIntegrity(location: string, version: string): string | undefined {
  const name = location.split('node_modules/').at(-1) ?? ''
  const args = ['view', `${name}@${version}`, 'dist.integrity']
  try {
    const integrity = execFileSync('npm', args, { encoding: 'utf8', stdio: 'pipe' }).trim()
    return integrity.startsWith('sha512-') ? integrity : undefined
  } catch {
    return undefined
  }
}

const program = createProgram(
  'npm run test:lockfile --',
  'Checks the checksums of the lockfile.',
).option('--write', 'fill in missing checksums from the registry')
const { write } = readCommandLine(program).options

const lockfile: unknown = JSON.parse(readFileSync(FILE, 'utf8'))
// Not parsed, which would change the order of properties.
v.assert(LockfileSchema, lockfile)
// The empty name is the project itself.
const packages = Object.entries(lockfile.packages).filter(
  ([name, { link }]) => name !== '' && !link,
)

if (write) {
  for (const [location, entry] of packages) {
    if (entry.integrity !== undefined || entry.version === undefined) continue
    const integrity = fetchIntegrity(location, entry.version)
    if (integrity !== undefined) entry.integrity = integrity
  }
  writeFileSync(FILE, `${JSON.stringify(lockfile, null, 2)}\n`)
}
const isListed = (location: string, name: string) =>
  `node_modules/${name}` in lockfile.packages ||
  `${location}/node_modules/${name}` in lockfile.packages

const unchecked = packages
  .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  .map(([name]) => `${name} has no SHA-512 checksum`)
const unlisted = packages.flatMap(([location, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !isListed(location, name))
    .map((name) => `${location}: its optional package ${name} is not listed`),
)
reportFaults('lockfile', `${packages.length} packages`, [...unchecked, ...unlisted])
