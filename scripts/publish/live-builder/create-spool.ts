import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Contents on their way: a few stay in memory, a whole site goes through one file on the disk. */
export interface Spool {
  put(name: string, content: Uint8Array): void
  /** Nothing for what was not put. */
  read(name: string): Uint8Array | undefined
  /** The same as text, through memory that is used again and again. */
  readText(name: string): string | undefined
  names(): Iterable<string>
  clear(): void
}

const IN_MEMORY = 32 * 2 ** 20

interface Place {
  at: number
  size: number
}

/** @param file made when memory does not hold all; @param limit bytes to hold in memory */
export function createSpool(file: string, limit = IN_MEMORY): Spool {
  const contents = new Map<string, Uint8Array | Place>()
  const decoder = new TextDecoder()
  let scratch = Buffer.alloc(0)
  let held = 0
  let end = 0
  let open: number | undefined

  function openFile(): number {
    mkdirSync(path.dirname(file), { recursive: true })
    return openSync(file, 'w+')
  }

  function fill({ at, size }: Place, content: Uint8Array): Uint8Array {
    for (let done = 0; done < size;) {
      const count = readSync(open ?? -1, content, done, size - done, at + done)
      if (count === 0) throw new Error(`${file} has lost what was put into it`)
      done += count
    }
    return content
  }

  return {
    put(name, content) {
      const size = content.byteLength
      if (held + size <= limit) {
        held += size
        contents.set(name, content)
        return
      }
      open ??= openFile()
      for (let done = 0; done < size;) {
        done += writeSync(open, content, done, size - done, end + done)
      }
      contents.set(name, { at: end, size })
      end += size
    },
    read(name) {
      const found = contents.get(name)
      if (found === undefined || found instanceof Uint8Array) return found
      return fill(found, Buffer.allocUnsafeSlow(found.size))
    },
    readText(name) {
      const found = contents.get(name)
      if (found === undefined) return undefined
      if (found instanceof Uint8Array) return decoder.decode(found)
      if (scratch.byteLength < found.size) scratch = Buffer.allocUnsafeSlow(found.size * 2)
      return decoder.decode(fill(found, scratch.subarray(0, found.size)))
    },
    names: () => contents.keys(),
    clear() {
      contents.clear()
      held = 0
      end = 0
      if (open === undefined) return
      closeSync(open)
      open = undefined
      rmSync(file, { force: true })
    },
  }
}
