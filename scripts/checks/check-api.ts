// npm run check:api -- URL: holds any admin API against the contract in src/api.
import { readArguments, USAGE, UsageError } from '#scripts/checks/api/read-arguments.ts'
import { writeReport } from '#scripts/checks/api/report.ts'
import { walkApi } from '#scripts/checks/api/walk-api.ts'

async function checkApi(line: readonly string[]): Promise<number> {
  const given = readArguments(line)
  if (!given) {
    console.log(USAGE)
    return 0
  }
  const result = await walkApi(given)
  console.log(writeReport(result))
  return result.findings.some(({ severity }) => severity === 'departure') ? 1 : 0
}

try {
  process.exitCode = await checkApi(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n\n${USAGE}`)
  process.exitCode = 2
}
