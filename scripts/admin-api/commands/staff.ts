import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { CommandError } from './command.ts'

/** The value of an option that knows its values. @throws CommandError naming them */
export function readChoice<const T extends string>(
  name: string,
  choices: readonly T[],
  given: string | undefined,
): T | undefined {
  const choice = choices.find((one) => one === given)
  if (given === undefined || choice !== undefined) return choice
  throw new CommandError(`--${name} ${given}: expected ${choices.join(', ')}`)
}

/** Who sits at the machine, for the audit log. */
export function readStaffName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Text of an applicant for a terminal: without the control characters that could rule it. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
}

/** Writes personal data: only for who exports it, and never over another file. @throws CommandError */
export function writeNewFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const reason = error.code === 'EEXIST' ? 'there is such a file already' : error.message
    throw new CommandError(`${file}: ${reason}`, { cause: error })
  }
}
