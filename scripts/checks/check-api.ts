// npm run check:api -- URL: checks an admin API against the contract in src/api.
// Must be the first import, because `i18n/locales.ts` reads a setting when it loads.
import '../lib/env-file.ts'
import { createCheckProgram } from './api/create-check-program.ts'
import { writeReport } from './api/report.ts'
import { walkApi } from './api/walk-api.ts'
import { EXIT, runMain } from '../lib/command-line/create-program.ts'

const program = createCheckProgram(async (given) => {
  const result = await walkApi(given)
  console.log(writeReport(result))
  if (result.findings.some(({ severity }) => severity === 'difference')) {
    process.exitCode = EXIT.failed
  }
})

await runMain(program)
