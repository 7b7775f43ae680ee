import { cleanLine } from '#api/member-text.ts'

const MAX_LENGTH = 120

/** Extension of a file name in small letters, without its dot; empty where there is none. */
export function readExtension(name: string): string {
  return /[^.]\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_LENGTH) return name
  const tail = `….${readExtension(name)}`
  const rest = MAX_LENGTH - [...tail].length
  return `${characters.slice(0, rest).join('')}${tail}`
}

/**
 * A file name as people may be shown it: without folders, and cleaned as other texts of members are. It
 * never names a stored file.
 * @returns null when nothing of it is left
 */
export function cleanName(given: string): string | null {
  const [base = ''] = given.split(/[\\/]/).slice(-1)
  const name = cleanLine(base).replaceAll(/^[. ]+|[. ]+$/g, '')
  return name === '' ? null : shorten(name)
}
