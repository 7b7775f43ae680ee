import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { rejectRoot } from './lock-data-dir.ts'

function createFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  rejectRoot(dirname(file))
  const temporary = `${file}.${randomUUID()}.tmp`
  writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 })
  try {
    // A link, not a rename, because it never replaces an existing file.
    linkSync(temporary, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporary)
  }
}

/**
 * Reads a file with a secret. A missing one is created, readable by its owner only, unless another process has
 * created it in the meantime.
 * @throws ExpectedError when root would create it in a folder of another user
 */
export function readOrCreateFile(file: string, create: () => string): string {
  if (!existsSync(file)) createFile(file, create())
  return readFileSync(file, 'utf8')
}
