import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { buildConfig } from '#content/build-config.ts'
import { ensureFileLater } from '#integrations/media/deferred-files.ts'
import { hashOf } from '#integrations/media/media-store.ts'
import { writeAtomically } from '#integrations/media/write-atomically.ts'
import { listCommonCharacters, sortCharacters } from './character-sets.ts'
import type { SubsetResult, SubsetTask } from './subset-worker.ts'
import {
  getCoverage,
  getFeatures,
  sourceFile,
  getPackageVersion,
  type FaceKey,
} from './typefaces.ts'

/** Version of the subsetting parameters, part of the hash in file names. */
const SUBSET_VERSION = 4
const PUNCTUATION = '　、。〈〉《》「」『』【】〔〕！（），．：；？～—…‘’“”·￥'

/** Part of every subset, because spaces are drawn in the face of the surrounding text. */
const SPACES = '\u{20}\u{a0}\u{3000}'

/** Makes subsets in a pool of worker threads. Equal characters of a face always produce the same file. */
export interface Subsetter {
  /**
   * Ensures that the subset of a face exists; while files are deferred, it is made on demand.
   * @returns its name without folder and extension: `serif-400-1f3a…`
   */
  ensureSubset: (face: FaceKey, characters: Iterable<string>) => Promise<string>
  close: () => Promise<void>
}

const base = new Set(listCommonCharacters() + PUNCTUATION)

/** Names a subset by its face and a hash over the font and the characters. */
export function nameSubset(face: FaceKey, characters: Iterable<string>): string {
  const content = [SUBSET_VERSION, getPackageVersion(face), face, sortCharacters(characters)]
  return `${face}-${hashOf(JSON.stringify(content))}`
}

export function createSubsetter(): Subsetter {
  const pool = createPool(Math.min(2, availableParallelism()))
  const bases = new Map<FaceKey, Promise<string>>()

  /**
   * Ensures a base subset with common characters: subsetting it takes a tenth of the time of the full font.
   */
  function ensureBase(face: FaceKey): Promise<string> {
    const cached = bases.get(face) ?? makeBase(face)
    bases.set(face, cached)
    return cached
  }

  async function makeBase(face: FaceKey): Promise<string> {
    const characters = [...base].join('')
    const hash = hashOf(JSON.stringify([SUBSET_VERSION, getPackageVersion(face), characters]))
    const file = resolve(buildConfig.cacheDir, 'fonts', `${face}-${hash}.ttf`)
    if (await stat(file).catch(() => null)) return file
    const bytes = await pool.run({
      source: sourceFile(face),
      characters,
      features: 'all',
      format: 'sfnt',
    })
    await writeAtomically(file, bytes)
    return file
  }

  async function subset(face: FaceKey, characters: string): Promise<Uint8Array> {
    const isCommon = face.startsWith('serif-') && [...characters].every((one) => base.has(one))
    const source = isCommon ? await ensureBase(face) : sourceFile(face)
    return pool.run({ source, characters, features: getFeatures(face), format: 'woff2' })
  }

  return {
    async ensureSubset(face, needed) {
      const covered = getCoverage(face)
      const characters = sortCharacters([...needed, ...SPACES].filter((one) => covered.has(one)))
      const name = nameSubset(face, characters)
      await ensureFileLater(join('fonts', `${name}.woff2`), () => subset(face, characters))
      return name
    },
    close: pool.close,
  }
}

type SubsetJob = Omit<SubsetTask, 'id'>

function createPool(size: number) {
  const waiting: { task: SubsetTask; settle: PromiseWithResolvers<Uint8Array> }[] = []
  const running = new Map<number, PromiseWithResolvers<Uint8Array>>()
  const workers: Worker[] = []
  const idle: Worker[] = []
  let lastId = 0

  function startNext(): void {
    if (waiting.length === 0) return
    const worker = idle.pop() ?? (workers.length < size ? startWorker() : undefined)
    const next = worker && waiting.shift()
    if (!next) return
    running.set(next.task.id, next.settle)
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(next.task)
  }

  function startWorker(): Worker {
    const worker = new Worker(new URL('subset-worker.ts', import.meta.url))
    workers.push(worker)
    worker.on('message', (result: SubsetResult) => {
      const settle = running.get(result.id)
      running.delete(result.id)
      if ('bytes' in result) settle?.resolve(result.bytes)
      else settle?.reject(new Error(result.fault))
      idle.push(worker)
      // Idle threads must not keep the process alive.
      worker.unref()
      startNext()
    })
    worker.on('error', (error) => {
      for (const settle of running.values()) settle.reject(error)
    })
    return worker
  }

  return {
    run: (job: SubsetJob): Promise<Uint8Array> => {
      const settle = Promise.withResolvers<Uint8Array>()
      lastId += 1
      waiting.push({ task: { id: lastId, ...job }, settle })
      startNext()
      return settle.promise
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
