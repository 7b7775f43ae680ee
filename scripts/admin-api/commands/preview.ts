import { InvalidArgumentError } from '@commander-js/extra-typings'
import { getPrefix, SITE_LOCALES } from '#i18n/locales.ts'
import { readServerAddress, readSettingsAddress } from '../../lib/server-address.ts'
import { writePreviewLink, writePreviewToken } from '../security/preview-token.ts'
import { createSecrets, loadSecret } from '../security/secrets.ts'
import { isSitePath } from '../security/site-path.ts'
import { formatTime } from '../venue-time.ts'
import { findLinkFault, resolveHref } from '../content/links.ts'
import { readStoredSlugs } from '../content/stored-slugs.ts'
import type { Reader } from '../db/open.ts'
import { auditRead } from './audit-staff.ts'
import { CommandError, type Program, type StaffContext } from './command.ts'
import { withExistingDatabase } from './with-database.ts'
import { HOUR } from '../../lib/durations.ts'

const DEFAULT_HOURS = 24
const MAX_HOURS = 24 * 30

function readMoment(text: string): number {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d|Z)$/.test(text)
  const time = isTime ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new InvalidArgumentError('Expected a time such as 2027-05-08T19:30:00+08:00.')
}

function readHours(text: string): number {
  const hours = Number(text)
  if (Number.isInteger(hours) && hours >= 1 && hours <= MAX_HOURS) return hours
  throw new InvalidArgumentError(`Expected 1 to ${MAX_HOURS}.`)
}

function readPath(text: string): string {
  if (isSitePath(text)) return text
  throw new InvalidArgumentError('Expected a path such as /en/drama/detail?id=1.')
}

/**
 * Resolves a path to a page; the slug of an item is replaced by its id.
 * @throws CommandError if the page or item does not exist
 */
async function findPage(db: Reader, path: string): Promise<string> {
  const prefixes = SITE_LOCALES.map(getPrefix).filter(Boolean)
  const prefix = prefixes.find((one) => path === one || path.startsWith(`${one}/`)) ?? ''
  const slugs = await readStoredSlugs(db)
  const own = path.slice(prefix.length) || '/'
  const fault = findLinkFault(own, slugs)
  if (fault !== null) throw new CommandError(`--path ${path}: ${fault}`)
  return prefix + resolveHref(own, slugs)
}

interface LinkOptions {
  /** Epoch ms. */
  at?: number | undefined
  path: string
  hours: number
}

async function printLink(
  { config, terminal, now }: StaffContext,
  options: LinkOptions,
): Promise<void> {
  const installation = config()
  const { dataDir, database, secret, siteUrl } = installation
  if (database.kind === 'server') {
    throw new CommandError(
      'Previews are not available with DATABASE_URL: they are built from a copy of the database file',
    )
  }
  const { at = null, path, hours } = options
  const expiresAt = now() + hours * HOUR
  // Read before the database is opened: without a server this command locks the folder itself.
  const running = readServerAddress(dataDir)
  // Opening the database sets the time zone of the venue.
  await withExistingDatabase(installation, async (db) => {
    const page = await findPage(db.query, path)
    const secrets = createSecrets(loadSecret(dataDir, secret))
    const token = writePreviewToken(secrets, { at, expiresAt })
    const expires = formatTime(expiresAt)
    const data = { path: page, expires }
    await auditRead(db, { action: 'preview link', userId: null, data, at: now() })
    const content = at === null ? 'drafts and scheduled items' : `the site at ${formatTime(at)}`
    terminal.print(writePreviewLink(running ?? siteUrl ?? readSettingsAddress(), token, page))
    terminal.print(`Shows ${content} to anyone with this link, until ${expires}.`)
    if (running === undefined) {
      terminal.printError('No server is running on this data folder: start it to open the link.')
    }
  })
}

/** Adds the command for preview links. */
export function addPreviewCommands(program: Program, context: StaffContext): void {
  program
    .command('preview')
    .description('preview of unpublished content')
    .command('link')
    .description('create a link to drafts and scheduled items, or to the site at a future time')
    .option(
      '--at <time>',
      'show the site at this time, such as 2027-05-08T19:30:00+08:00',
      readMoment,
    )
    .option('--path <path>', 'the page to link to', readPath, '/')
    .option('--hours <n>', 'how long the link is valid', readHours, DEFAULT_HOURS)
    .action((options) => printLink(context, options))
}
