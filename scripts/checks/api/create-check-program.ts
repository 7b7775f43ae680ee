import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { createProgram } from '../../lib/command-line/create-program.ts'
import { openTerminal, type Terminal } from '../../lib/command-line/terminal.ts'
import type { ApiOptions } from './walk-api.ts'

const DETAILS = `
Read-only. Endpoints that write are called without a token and without input, to check that they reject
the call. Exits with 0 if there are no differences, 1 if there are any, 2 on invalid arguments.`

function readUrl(given: string): string {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('Expected an http(s) address.')
  }
  if (url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('Expected an address without ? and #.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Expected an address without a user and a password.')
  }
  const base = (url.origin + url.pathname).replace(/\/+$/, '')
  if (base.endsWith('/api')) throw new InvalidArgumentError('Expected the address before /api.')
  return base
}

function readToken(given: string): string {
  if (/^[!-~]+$/.test(given)) return given
  throw new InvalidArgumentError('Expected a token without spaces.')
}

function readCookie(given: string): string {
  if (/^[^=;\s]+=[^\r\n]*$/.test(given)) return given
  throw new InvalidArgumentError('Expected name=value, several separated by "; ".')
}

/** The command line of `npm run check:api`. */
export function createCheckProgram(
  run: (given: ApiOptions) => Promise<void>,
  terminal: Terminal = openTerminal(),
) {
  return createProgram(
    'npm run check:api --',
    'Reads an admin API and lists its differences from the contract in src/api.',
    terminal,
  )
    .argument('<url>', 'the address before /api, such as https://admin.example.org', readUrl)
    .option(
      '--token <token>',
      'a user token: also reads the profile, membership and orders of that user',
      readToken,
    )
    .option(
      '--cookie <cookie>',
      'the session cookie of the token: name=value, as set by the login',
      readCookie,
    )
    .addOption(
      new Option('--lang <lang>', 'language of the requests')
        .choices([...SITE_LOCALES, 'both'] as const)
        .default('both' as const),
    )
    .option('--all', 'read every item instead of a sample: slow with thousands')
    .addHelpText('after', DETAILS)
    .action((baseUrl, { token = null, cookie = null, lang, all: isWhole = false }) =>
      run({ baseUrl, token, cookie, isWhole, langs: lang === 'both' ? SITE_LOCALES : [lang] }),
    )
}
