import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { databaseSettings } from './database.ts'

/** Runs a script on an installation in its own process. @param script path below `scripts/` */
export const runScript = (dataDir: string, script: string, ...args: string[]) =>
  new Promise<{ code: number; output: string }>((done) => {
    const file = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url))
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      ...databaseSettings(dataDir),
    }
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0
      done({ code, output: stdout + stderr })
    })
  })
