import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { ExpectedError } from './expected-error.ts'

/**
 * Explains that this user cannot write to a folder.
 * @param setting the variable that moves the folder; null when it cannot be moved
 */
export function explainUnwritable(
  folder: string,
  setting: string | null,
  cause: unknown,
): ExpectedError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ExpectedError(
    `The user ${userInfo().username} cannot write to ${folder} (${reason}). ` +
      `Give the folder to this user (chown)${setting === null ? '' : `, or set ${setting} to another one`}.`,
    { cause },
  )
}

/** Tests a folder before expensive work begins; it is created. @throws ExpectedError naming the cause */
export function makeWritable(folder: string, setting: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw explainUnwritable(folder, setting, cause)
  }
}

/** Tests a folder if it exists. @throws ExpectedError naming the cause */
export function checkWritable(folder: string, setting: string): void {
  if (existsSync(folder)) makeWritable(folder, setting)
}
