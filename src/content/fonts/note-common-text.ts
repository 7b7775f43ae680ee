import { readFile, rename, writeFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { CommonText } from './character-use.ts'

/** What pages had in common last time: most likely they still have. */
export interface CommonNote {
  /** Nothing when nothing is noted. */
  read(): Promise<CommonText | undefined>
  write(text: CommonText): Promise<void>
}

const CommonTextSchema = v.object({
  frame: v.record(v.string(), v.string()),
  printed: v.string(),
})

/** @param file in a folder that is there, or will be when something is noted */
export const noteCommonText = (file: string): CommonNote => ({
  async read() {
    const text = await readFile(file, 'utf8').catch(() => 'null')
    try {
      const { success, output } = v.safeParse(CommonTextSchema, JSON.parse(text))
      return success ? output : undefined
    } catch {
      // It broke off: the same as none.
      return undefined
    }
  },
  async write(text) {
    const draft = `${file}.${process.pid}.draft`
    await writeFile(draft, JSON.stringify(text))
    await rename(draft, file)
  },
})
