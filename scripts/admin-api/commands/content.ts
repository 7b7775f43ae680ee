import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { checkContentFolder, importContent } from '../content/import-content.ts'
import { MEDIA_CACHE } from '../start-admin-api.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

async function runImport(config: Config, folder: string, print: (line: string) => void) {
  await withDatabase(config.dataDir, (db) =>
    importContent(db, {
      root: resolve(folder),
      dataDir: config.dataDir,
      cacheDir: MEDIA_CACHE,
      now: Date.now(),
      report(done, total) {
        if (done % 10 === 0 || done === total) print(`media ${done} of ${total}`)
      },
    }),
  )
}

export const importCommand: Command = {
  name: 'content import',
  usage: 'content import DIR',
  summary: 'Show what a content folder says; also while the server runs',
  arguments: 1,
  async run({ config, print, given: [folder = ''] }) {
    await runImport(config(), folder, print)
    print(`${folder} is imported`)
  },
}

export const checkCommand: Command = {
  name: 'content check',
  usage: 'content check DIR',
  summary: 'Tell every fault of a content folder and change nothing',
  arguments: 1,
  async run({ print, given: [folder = ''] }) {
    checkContentFolder(resolve(folder), Date.now())
    print(`${folder} is in order`)
  },
}
