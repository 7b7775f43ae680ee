import { existsSync } from 'node:fs'
import path from 'node:path'

interface Rule {
  pattern: RegExp
  query: [name: string, value: string][]
  to: string
  status: number
  isForced: boolean
}

/** The platform's response to a URL: a file or a redirect. */
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
        pattern: createPattern(from),
        query,
        to: rest.at(-2) ?? '',
        status: Number.parseInt(status, 10),
        isForced: status.endsWith('!'),
      }
    })
}

function createPattern(from: string): RegExp {
  const named = from
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    .replace(/\/\*$/, '(?:/(?<splat>.*))?')
  return new RegExp(`^${named}$`)
}

/** The placeholder values of a rule that matches a URL, or null. */
function matchRule({ pattern, query }: Rule, url: URL): Record<string, string> | null {
  const bare = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  const match = pattern.exec(bare)
  if (!match) return null
  const values: Record<string, string> = { splat: '', ...match.groups }
  for (const [name, value] of query) {
    const actual = url.searchParams.get(name)
    if (actual === null || (!value.startsWith(':') && value !== actual)) return null
    if (value.startsWith(':')) values[value.slice(1)] = actual
  }
  return values
}

/**
 * Applies `_redirects` as documented: the first matching rule wins; an existing file takes precedence
 * unless the rule ends in `!`; a rewrite to a missing file is a 404.
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
