import { existsSync } from 'node:fs'
import { ExpectedError } from '#scripts/lib/expected-error.ts'
import { exportLiveRelease } from '#scripts/publish/export-release.ts'

/**
 * The folder to check: the given one, or an export of the live release of DATA_DIR.
 * @throws ExpectedError if there is neither
 */
export async function findBuiltFolder(given: string | undefined): Promise<string> {
  if (given === undefined) return exportLiveRelease(process.env['DATA_DIR'] ?? '.data')
  if (existsSync(given)) return given
  throw new ExpectedError(`There is no folder ${given}: "npm run build" creates dist.`)
}
