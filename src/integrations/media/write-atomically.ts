import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a cache file atomically, so that an interrupted write leaves no incomplete file. */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.draft`
  await writeFile(draft, content)
  await rename(draft, file)
}
