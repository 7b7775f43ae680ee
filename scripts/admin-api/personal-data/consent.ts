import type { Locale } from '#api/language.ts'
import type { Transaction } from '../db/open.ts'
import { loadPage } from '../modules/read/texts.ts'

const FILES = '/files/'

/**
 * Records the member's consent to the current versions of the user agreement and the privacy policy in
 * their language. Earlier consent to the same version keeps its time. Call inside a transaction.
 */
export async function recordConsent(
  trx: Transaction,
  { userId, lang, now }: { userId: number; lang: Locale; now: number },
): Promise<void> {
  const { site } = await loadPage(trx, 'site', lang)
  const names = {
    user_agreement: site.user_agreement_file.replace(FILES, ''),
    privacy_policy: site.privacy_policy_file.replace(FILES, ''),
  }
  const files = await trx
    .selectFrom('legal_file')
    .select(['name', 'hash'])
    .where('name', 'in', Object.values(names))
    .execute()
  for (const document of ['user_agreement', 'privacy_policy'] as const) {
    const file = files.find(({ name }) => name === names[document])
    // Without imported content there are no legal files.
    if (!file) continue
    await trx
      .insertInto('consent')
      .values({ user_id: userId, document, ...file, agreed_at: now })
      .onConflict((row) => row.columns(['user_id', 'document', 'hash']).doNothing())
      .execute()
  }
}
