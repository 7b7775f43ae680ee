// Loads `.env` of the project folder into the environment, for every program through `createProgram` and
// for `astro build` through its configuration. Variables that are already set win. Skipped with
// NODE_ENV=test, so that test results do not depend on a developer's settings.
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../.env')
if (process.env['NODE_ENV'] !== 'test' && existsSync(file)) {
  try {
    process.loadEnvFile(file)
  } catch {
    // Node reports an unreadable file as a missing one.
    console.error(
      `The user ${userInfo().username} cannot read ${file}. Run the command as the user of the service (sudo -u USER …). ` +
        `If it is that user's file to read: chgrp USER ${file} && chmod 640 ${file}.`,
    )
    process.exit(1)
  }
}
