import { parseArgs } from 'node:util'
import { LOCALES } from '#api/language.ts'
import type { Locale } from '#api/language.ts'

export const USAGE = `Usage: npm run check:api -- URL [--token T] [--lang zh-cn|en|both]

Asks an admin API everything that only reads, and tells where it departs from the contract in src/api.

  URL       its address before /api, such as https://admin.example.org
  --token   a user's token: reads the profile, membership and orders of that user, too
  --lang    language of the questions; both when left out

Nothing is written. Calls that would write are asked without a token and without input only, to see
that they refuse. Ends with 0 when nothing departs, 1 when something does, 2 when it was not understood.`

/** The command line was not understood; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface Arguments {
  baseUrl: string
  token: string | null
  langs: readonly Locale[]
}

function readUrl(given: string | undefined): string {
  if (given === undefined) throw new UsageError('The URL is missing.')
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${given} is no http(s) address.`)
  if (url.search !== '' || url.hash !== '') throw new UsageError('The URL must end before ? and #.')
  const base = url.href.replace(/\/+$/, '')
  if (base.endsWith('/api')) throw new UsageError('Give the address before /api.')
  return base
}

function readLangs(given: string): readonly Locale[] {
  if (given === 'both') return LOCALES
  const lang = LOCALES.find((locale) => locale === given)
  if (lang === undefined) throw new UsageError(`--lang is zh-cn, en or both, not ${given}.`)
  return [lang]
}

function readToken(given: string | undefined): string | null {
  if (given === undefined) return null
  if (!/^[!-~]+$/.test(given)) throw new UsageError('--token is empty or holds spaces.')
  return given
}

function parse(line: readonly string[]) {
  try {
    return parseArgs({
      args: [...line],
      allowPositionals: true,
      options: {
        token: { type: 'string' },
        lang: { type: 'string', default: 'both' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the command line; null asks for help. @throws UsageError */
export function readArguments(line: readonly string[]): Arguments | null {
  const { values, positionals } = parse(line)
  if (values.help) return null
  if (positionals.length > 1) throw new UsageError('Give one URL.')
  return {
    baseUrl: readUrl(positionals[0]),
    token: readToken(values.token),
    langs: readLangs(values.lang),
  }
}
