import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { nameGroup } from '#font-library.ts'
import { buildConfig } from '../build-config.ts'
import { ensureFileLater } from '../deferred-files.ts'
import { ensureFile, hashOf } from '../media-store.ts'
import { writeWhole } from '../write-whole.ts'
import { LATIN, listCommonCharacters, sortCharacters } from './character-sets.ts'
import type { SubsetAnswer, SubsetTask } from './subset-worker.ts'
import {
  coverageOf,
  featuresOf,
  sourceFile,
  versionOf,
  type FaceKey,
  type Weight,
} from './typefaces.ts'

/** Counts the ways of cutting: a new number makes every file anew. */
const CUT = 4
const MARKS = '　、。〈〉《》「」『』【】〔〕！（），．：；？～—…‘’“”·￥'

/** In every subset of a page: a text takes its spaces from the face of the words around them. */
const SPACES = '\u{20}\u{a0}\u{3000}'

/** Cuts fonts in threads that stay for the next cut; the same characters of a face always give the same file. */
export interface Cutter {
  /**
   * Makes sure that the subset of a face exists.
   * @returns its name without folder and ending: `serif-400-1f3a…`
   */
  ensureSubset: (face: FaceKey, characters: Iterable<string>) => Promise<string>
  /**
   * Makes sure that the file of a group of the library exists (`nameGroup`).
   * @param mark that of `markGroups`
   */
  ensureGroup: (weight: Weight, characters: string, mark: string) => Promise<void>
  close: () => Promise<void>
}

const base = new Set(listCommonCharacters() + LATIN + MARKS)

/** The name of a subset: its face, and a hash over the font and the characters. */
export function nameSubset(face: FaceKey, characters: Iterable<string>): string {
  const content = [CUT, versionOf(face), face, sortCharacters(characters)]
  return `${face}-${hashOf(JSON.stringify(content))}`
}

/** The font and how it is cut, as names of the files of groups tell it. */
export const markGroups = (): string => hashOf(JSON.stringify([CUT, versionOf('serif-400')]))

export function createCutter(): Cutter {
  const pool = createPool(Math.min(2, availableParallelism()))
  const bases = new Map<FaceKey, Promise<string>>()

  /** A cut of the whole serif that holds what nearly all texts need: cutting it again takes a tenth. */
  function ensureBase(face: FaceKey): Promise<string> {
    const known = bases.get(face) ?? makeBase(face)
    bases.set(face, known)
    return known
  }

  async function makeBase(face: FaceKey): Promise<string> {
    const characters = [...base].join('')
    const hash = hashOf(JSON.stringify([CUT, versionOf(face), characters]))
    const file = resolve(buildConfig.cacheDir, 'fonts', `${face}-${hash}.ttf`)
    if (await stat(file).catch(() => null)) return file
    const bytes = await pool.run({
      source: sourceFile(face),
      characters,
      features: 'all',
      format: 'sfnt',
    })
    await writeWhole(file, bytes)
    return file
  }

  async function cut(face: FaceKey, characters: string): Promise<Uint8Array> {
    const isUsual = face.startsWith('serif-') && [...characters].every((one) => base.has(one))
    const source = isUsual ? await ensureBase(face) : sourceFile(face)
    return pool.run({ source, characters, features: featuresOf(face), format: 'woff2' })
  }

  const ensureCut = (name: string, face: FaceKey, characters: string) =>
    ensureFile(join('fonts', `${name}.woff2`), () => cut(face, characters))

  return {
    ensureSubset: async (face, wanted) => {
      const covered = coverageOf(face)
      const characters = sortCharacters([...wanted, ...SPACES].filter((one) => covered.has(one)))
      const name = nameSubset(face, characters)
      await ensureCut(name, face, characters)
      return name
    },
    ensureGroup: async (weight, characters, mark) => {
      const path = join('fonts', `${nameGroup(String(weight), characters, mark)}.woff2`)
      await ensureFileLater(path, () => cut(`serif-${weight}`, characters))
    },
    close: pool.close,
  }
}

type Order = Omit<SubsetTask, 'id'>

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
    worker.on('message', (answer: SubsetAnswer) => {
      const settle = running.get(answer.id)
      running.delete(answer.id)
      if ('bytes' in answer) settle?.resolve(answer.bytes)
      else settle?.reject(new Error(answer.fault))
      idle.push(worker)
      // A thread that waits for work keeps no process alive.
      worker.unref()
      startNext()
    })
    worker.on('error', (error) => {
      for (const settle of running.values()) settle.reject(error)
    })
    return worker
  }

  return {
    run: (order: Order): Promise<Uint8Array> => {
      const settle = Promise.withResolvers<Uint8Array>()
      lastId += 1
      waiting.push({ task: { id: lastId, ...order }, settle })
      startNext()
      return settle.promise
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
