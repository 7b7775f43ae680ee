import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { nullIfMissing } from '../../../lib/is-missing-file.ts'

// Mails of a test installation are files named by time, a counter, and random digits that keep processes apart.
const NAME = /^\d{14}-\d{6}-[0-9a-f]{6}\.eml$/

/** The folder of the mails of a test installation. */
export const getOutboxFolder = (dataDir: string): string => join(dataDir, 'outbox')

/** Names of the stored mails, newest first. */
export async function listMails(folder: string): Promise<string[]> {
  const names = (await nullIfMissing(readdir(folder))) ?? []
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
}

/** Reads a stored mail; null if it does not exist. */
export async function readMail(folder: string, name: string): Promise<Email | null> {
  if (!NAME.test(name)) return null
  const mail = await nullIfMissing(readFile(join(folder, name)))
  return mail && PostalMime.parse(mail)
}

/** Deletes the stored mails to any of the addresses. */
export async function removeMailsTo(folder: string, addresses: readonly string[]): Promise<void> {
  for (const name of await listMails(folder)) {
    const to = (await readMail(folder, name))?.to ?? []
    if (to.some(({ address }) => address !== undefined && addresses.includes(address))) {
      await rm(join(folder, name), { force: true })
    }
  }
}
