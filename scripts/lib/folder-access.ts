import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { ExpectedError } from './expected-error.ts'
import { readUserName } from './user-name.ts'

/**
 * Creates the error for a folder to which this user cannot write.
 * @param setting the variable with the path of the folder; null for a fixed path
 */
export function explainUnwritable(
  folder: string,
  setting: string | null,
  cause: unknown,
): ExpectedError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ExpectedError(
    `The user ${readUserName()} cannot write to ${folder} (${reason}). ` +
      `Give the folder to this user (chown)${setting === null ? '' : `, or set ${setting} to another one`}.`,
    { cause },
  )
}

/** Checks that the user may enter a folder, if it exists. @throws ExpectedError */
export function checkReadable(folder: string): void {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EACCES')) return
    throw new ExpectedError(
      `The user ${readUserName()} cannot read ${folder}: run the command as the user of the server (sudo -u USER …).`,
      { cause },
    )
  }
}

/** Creates a folder and checks that it is writable. @throws ExpectedError naming the cause */
export function ensureWritableFolder(folder: string, setting: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw explainUnwritable(folder, setting, cause)
  }
}

/** Checks that a folder, if it exists, is writable. @throws ExpectedError naming the cause */
export function checkWritable(folder: string, setting: string): void {
  if (existsSync(folder)) ensureWritableFolder(folder, setting)
}
