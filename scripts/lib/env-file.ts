// Loads `.env` of the project folder into the environment. Variables that are already set win. Skipped with
// NODE_ENV=test, so that test results do not depend on the settings of a developer.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readUserName } from './user-name.ts'

const file = path.resolve(import.meta.dirname, '../../.env')
if (process.env['NODE_ENV'] !== 'test' && existsSync(file)) {
  try {
    process.loadEnvFile(file)
  } catch {
    // Node's error for an unreadable file is that of a missing file.
    console.error(
      `The user ${readUserName()} cannot read ${file}. Run the command as the user of the service (sudo -u USER …). ` +
        `To let USER read the file: chgrp USER ${file} && chmod 640 ${file}.`,
    )
    process.exit(1)
  }
}
