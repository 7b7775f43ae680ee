import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { LOCALES } from '#api/language.ts'
import type { Locale } from '#api/language.ts'
import { createProgram } from '#scripts/lib/command-line/create-program.ts'
import { openTerminal, type Terminal } from '#scripts/lib/command-line/terminal.ts'

const DETAILS = `
Only reads. Calls that would write are made without a token and without input, to see that they
refuse. Exits with 0 when nothing departs, 1 when something does, 2 when it was not understood.`

export interface Arguments {
  baseUrl: string
  token: string | null
  langs: readonly Locale[]
  /** Whether every item is read, not a sample. */
  isWhole: boolean
}

function readUrl(given: string): string {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('Expected an http(s) address.')
  }
  if (url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('It must end before ? and #.')
  }
  const base = url.href.replace(/\/+$/, '')
  if (base.endsWith('/api')) throw new InvalidArgumentError('Give the address before /api.')
  return base
}

function readToken(given: string): string {
  if (/^[!-~]+$/.test(given)) return given
  throw new InvalidArgumentError('It is empty or holds spaces.')
}

/** The command line of `npm run check:api`. */
export function createCheckProgram(
  run: (given: Arguments) => Promise<void>,
  terminal: Terminal = openTerminal(),
) {
  return createProgram(
    'npm run check:api --',
    'Reads everything from an admin API and lists where it departs from the contract in src/api.',
    terminal,
  )
    .argument('<url>', 'its address before /api, such as https://admin.example.org', readUrl)
    .addOption(
      new Option(
        '--token <token>',
        'a token of a user: reads the profile, membership and orders of that user, too',
      ).argParser(readToken),
    )
    .addOption(
      new Option('--lang <lang>', 'language of the requests')
        .choices([...LOCALES, 'both'] as const)
        .default('both' as const),
    )
    .option('--all', 'read every item of every kind, not a sample: slow with thousands')
    .addHelpText('after', DETAILS)
    .action((baseUrl, { token = null, lang, all: isWhole = false }) =>
      run({ baseUrl, token, isWhole, langs: lang === 'both' ? LOCALES : [lang] }),
    )
}
