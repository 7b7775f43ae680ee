import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { Tinypool } from 'tinypool'
import { buildConfig } from '#content/build-config.ts'
import { ensureFileLater } from '#integrations/media/deferred-files.ts'
import { hashContent } from '#integrations/media/media-store.ts'
import { writeAtomically } from '#integrations/media/write-atomically.ts'
import { listCommonCharacters, sortCharacters } from './character-sets.ts'
import type { SubsetTask } from './subset-worker.ts'
import {
  getCoverage,
  getFeatures,
  getPackageVersion,
  getSourceFile,
  type FaceKey,
} from './typefaces.ts'

/** Version of the subsetting parameters, part of the hash in file names. */
const SUBSET_VERSION = 4
const PUNCTUATION = '　、。〈〉《》「」『』【】〔〕！（），．：；？～—…‘’“”·￥'

/** Part of every subset, because spaces are drawn in the face of the surrounding text. */
const SPACES = '\u{20}\u{a0}\u{3000}'

const base = new Set(listCommonCharacters() + PUNCTUATION + SPACES)

/** Whether the base subset of a face contains the characters. Latin faces are small and have none. */
export const isInBase = (face: FaceKey, characters: string): boolean =>
  face.startsWith('serif-') && [...characters].every((one) => base.has(one))

/** Names a subset by its face and a hash over the font and the characters. */
export function nameSubset(face: FaceKey, characters: Iterable<string>): string {
  const content = [SUBSET_VERSION, getPackageVersion(face), face, sortCharacters(characters)]
  return `${face}-${hashContent(JSON.stringify(content))}`
}

/** Threads start with the first subset. While they are idle, they do not keep the process alive. */
function createPool(): Tinypool {
  const threads = Math.min(2, availableParallelism())
  return new Tinypool({
    filename: new URL('subset-worker.ts', import.meta.url),
    name: 'subset',
    // A pool replaces failed threads up to its minimum only.
    minThreads: threads,
    maxThreads: threads,
  })
}

/** Makes subsets in a pool of worker threads. Equal characters of a face always produce the same file. */
export function createSubsetter() {
  let pool: Tinypool | undefined
  const run = (task: SubsetTask): Promise<Uint8Array> => (pool ??= createPool()).run(task)
  const bases = new Map<FaceKey, Promise<string>>()

  /** Ensures the base subset of common characters, from which a subset takes a fifth of the time. */
  function ensureBase(face: FaceKey): Promise<string> {
    const cached = bases.get(face) ?? makeBase(face)
    bases.set(face, cached)
    // A failure, such as of a full disk, may end before the next build.
    void cached.catch(() => bases.delete(face))
    return cached
  }

  async function makeBase(face: FaceKey): Promise<string> {
    const characters = [...base].join('')
    const hash = hashContent(JSON.stringify([SUBSET_VERSION, getPackageVersion(face), characters]))
    const file = resolve(buildConfig.cacheDir, 'fonts', `${face}-${hash}.ttf`)
    if (await stat(file).catch(() => null)) return file
    const bytes = await run({
      source: getSourceFile(face),
      characters,
      features: 'all',
      format: 'sfnt',
    })
    await writeAtomically(file, bytes)
    return file
  }

  async function subset(face: FaceKey, characters: string): Promise<Uint8Array> {
    const source = isInBase(face, characters) ? await ensureBase(face) : getSourceFile(face)
    return run({ source, characters, features: getFeatures(face), format: 'woff2' })
  }

  return {
    /**
     * Ensures that the subset of a face exists; while files are deferred, it is made on demand.
     * @returns its name without folder and extension: `serif-400-1f3a…`
     */
    async ensureSubset(face: FaceKey, needed: Iterable<string>): Promise<string> {
      const covered = getCoverage(face)
      const characters = sortCharacters([...needed, ...SPACES].filter((one) => covered.has(one)))
      const name = nameSubset(face, characters)
      await ensureFileLater(join('fonts', `${name}.woff2`), () => subset(face, characters))
      return name
    },
  }
}
export type Subsetter = ReturnType<typeof createSubsetter>
