import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { writeWhole } from '../write-whole.ts'
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
  write: (text) => writeWhole(file, JSON.stringify(text)),
})
