import { existsSync } from 'node:fs'
import path from 'node:path'

interface Rule {
  pattern: RegExp
  query: [name: string, value: string][]
  to: string
  status: number
  isForced: boolean
}

/** What the platform does with an address: hands a file out, or sends the visitor on. */
export interface Outcome {
  status: number
  /** The file below the folder, with a leading slash. */
  file?: string
  location?: string
}

function readRules(text: string): Rule[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parts = line.split(/\s+/)
      const [from = '', ...rest] = parts
      const status = rest.at(-1) ?? ''
      const query = rest.slice(0, -2).map((pair): [string, string] => {
        const [name = '', value = ''] = pair.split('=')
        return [name, value]
      })
      return {
        pattern: patternOf(from),
        query,
        to: rest.at(-2) ?? '',
        status: Number.parseInt(status, 10),
        isForced: status.endsWith('!'),
      }
    })
}

function patternOf(from: string): RegExp {
  const named = from
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    .replace(/\/\*$/, '(?:/(?<splat>.*))?')
  return new RegExp(`^${named}$`)
}

/** The placeholders of a rule that fits an address, or null if it does not fit. */
function matchRule({ pattern, query }: Rule, url: URL): Record<string, string> | null {
  const bare = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  const found = pattern.exec(bare)
  if (!found) return null
  const values: Record<string, string> = { splat: '', ...found.groups }
  for (const [name, value] of query) {
    const given = url.searchParams.get(name)
    if (given === null || (!value.startsWith(':') && value !== given)) return null
    if (value.startsWith(':')) values[value.slice(1)] = given
  }
  return values
}

/**
 * The documented rules of `_redirects`: the first that fits wins; without `!` a file that is there goes
 * before it; a rewrite to a missing file is not found.
 * @see https://docs.netlify.com/manage/routing/redirects/redirect-options/
 */
export function createRewriter(folder: string, redirects: string) {
  const rules = readRules(redirects)
  const findFile = (name: string): string | undefined =>
    [name, `${name.replace(/\/$/, '')}.html`, `${name.replace(/\/$/, '')}/index.html`].find(
      (file) => path.extname(file) !== '' && existsSync(path.join(folder, file)),
    )

  return (target: string): Outcome => {
    const url = new URL(`https://site.example${target}`)
    const own = findFile(decodeURIComponent(url.pathname))
    for (const rule of rules) {
      const values = matchRule(rule, url)
      if (!values) continue
      if (own !== undefined && !rule.isForced) return { status: 200, file: own }
      const to = rule.to.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '')
      if (rule.status < 400 && rule.status > 300) return { status: rule.status, location: to }
      const file = findFile(to)
      return file === undefined ? { status: 404 } : { status: rule.status, file }
    }
    return own === undefined ? { status: 404 } : { status: 200, file: own }
  }
}
