import { Worker } from 'node:worker_threads'
import { neededFiles } from '#content/media-store.ts'
import type { BuildProgress } from '../built-site.ts'
import type { FileChanges, ShelfMessage, ShelfOrder } from './shelf-messages.ts'
import type { ShelfPlaces } from './shelf-thread.ts'

/** Where rendered files are finished: fonts, store, media; in a thread, while others are rendered. */
export interface Shelf {
  /** Gives a file away, memory and all; resolves when there is room for the next. */
  put(name: string, content: Uint8Array<ArrayBuffer>): Promise<void>
  /**
   * Finishes what was put: afterwards it is in the store and on the disk.
   * @param removed files that were there and are no more
   * @param bundle folder of the bundle, when it has been built
   * @param onProgress told how many pages have been written, then how many files that waited are made
   */
  finish(
    change: Pick<FinishOrder, 'removed' | 'bundle' | 'defers'>,
    onProgress: OnProgress,
  ): Promise<FileChanges>
  /** Makes a file that was left for later. @returns it in the cache; nothing when none was left */
  make(path: string): Promise<string | undefined>
}

type FinishOrder = Extract<ShelfOrder, { kind: 'finish' }>
type OnProgress = (progress: Pick<BuildProgress, 'phase' | 'done' | 'total'>) => void

/** So many files are on their way at most: a thread that falls behind must not fill the memory. */
const MOST_WAITING = 128
/** So many go together: to wake the thread takes longer than to send. */
const TOGETHER = 16

/** @param onStored told the hashes of pages that are in the store, many at a time */
export function createShelf(places: ShelfPlaces, onStored: (hashes: string[]) => void): Shelf {
  const thread = new Worker(new URL('shelf-thread.ts', import.meta.url), { workerData: places })
  const toldMedia = new Set<string>()
  const waiting: (() => void)[] = []
  let onTheWay = 0
  let finishing: (PromiseWithResolvers<FileChanges> & { onProgress: OnProgress }) | undefined
  const makes = new Map<number, PromiseWithResolvers<string | undefined>>()
  let requests = 0
  let failure: { error: unknown } | undefined

  let pile: [name: string, content: Uint8Array<ArrayBuffer>][] = []

  const send = (order: ShelfOrder, transfer: ArrayBuffer[] = []) =>
    thread.postMessage(order, transfer)

  function sendPile(): void {
    if (pile.length === 0) return
    const transfer = pile.map(([, { buffer }]) => buffer)
    send({ kind: 'put', files: pile }, transfer)
    pile = []
  }

  function makeRoom(count: number): void {
    onTheWay -= count
    while (waiting.length > 0 && onTheWay < MOST_WAITING) {
      onTheWay += 1
      waiting.shift()?.()
    }
  }

  function fail(error: unknown): void {
    failure = { error }
    finishing?.reject(error)
    for (const make of makes.values()) make.reject(error)
    for (const go of waiting.splice(0)) go()
  }

  thread.on('message', (message: ShelfMessage) => {
    if (message.kind === 'taken') makeRoom(message.count)
    else if (message.kind === 'written') {
      onStored(message.hashes)
      if (message.done > 0) finishing?.onProgress({ phase: 'store', done: message.done })
    } else if (message.kind === 'made-of') {
      finishing?.onProgress({ phase: 'media', done: message.done, total: message.total })
    } else if (message.kind === 'made') {
      makes.get(message.request)?.resolve(message.file)
      makes.delete(message.request)
    } else if (message.kind === 'finished') finishing?.resolve(message.changes)
    else fail(message.error)
  })
  thread.on('error', fail)

  /** Media files that the thread does not know yet. */
  function listNewMedia(): [string, string][] {
    const found = [...neededFiles()].filter(([address]) => !toldMedia.has(address))
    for (const [address] of found) toldMedia.add(address)
    return found
  }

  return {
    async put(name, content) {
      if (onTheWay < MOST_WAITING) onTheWay += 1
      else await new Promise<void>((go) => waiting.push(go))
      if (failure) throw failure.error
      pile.push([name, content])
      if (pile.length >= TOGETHER) sendPile()
    },
    async finish({ removed, bundle, defers }, onProgress) {
      if (failure) throw failure.error
      sendPile()
      finishing = { ...Promise.withResolvers<FileChanges>(), onProgress }
      send({ kind: 'finish', removed, media: listNewMedia(), bundle, defers })
      return finishing.promise
    },
    async make(path) {
      if (failure) throw failure.error
      requests += 1
      const made = Promise.withResolvers<string | undefined>()
      makes.set(requests, made)
      send({ kind: 'make', request: requests, path })
      return made.promise
    },
  }
}
