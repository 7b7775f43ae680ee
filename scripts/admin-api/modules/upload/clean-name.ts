import { cleanLine } from '#api/member-text.ts'

const MAX_LENGTH = 120

/** Lower-case extension of a file name without the dot; empty without one. */
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
 * A file name for display: without folders, and cleaned like other texts of members. Stored files never
 * have this name.
 * @returns null when nothing remains
 */
export function cleanName(fileName: string): string | null {
  const [base = ''] = fileName.split(/[\\/]/).slice(-1)
  const name = cleanLine(base).replaceAll(/^[. ]+|[. ]+$/g, '')
  return name === '' ? null : shorten(name)
}
