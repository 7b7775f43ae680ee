import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'

/** Runs `npm run admin -- applications …`. @returns its output */
export async function runStaff(
  api: TestAdminApi,
  command: string,
  args: readonly (string | number)[] = [],
  options: Record<string, string> = {},
): Promise<string> {
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const consent = command === 'withdraw' ? ['--yes'] : []
  const line = ['applications', command, ...args, ...flags, ...consent]
  return runStaffLine(api, line)
}

/** Parses CSV by RFC 4180, independently of our writer. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (isQuoted && char === '"' && text[at + 1] === '"') cell += text.charAt((at += 1))
    else if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && (char === ',' || char === '\n')) {
      rows.at(-1)?.push(cell)
      cell = ''
      if (char === '\n') rows.push([])
    } else if (isQuoted || char !== '\r') cell += char
  }
  if (isQuoted || cell !== '') throw new Error('the last line is cut off')
  return rows.slice(0, -1)
}
