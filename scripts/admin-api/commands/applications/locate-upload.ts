import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createEmbeddedStorage } from '../../providers/storage/embedded.ts'
import { createSecrets, loadSecret } from '../../security/secrets.ts'

/** Where the kept files of members lie: on this machine, or where another storage has them. */
export function createLocator({ dataDir, secret }: Config): (key: string) => string {
  const secrets = createSecrets(loadSecret(dataDir, secret))
  return createEmbeddedStorage(join(dataDir, 'uploads'), secrets).locate
}
