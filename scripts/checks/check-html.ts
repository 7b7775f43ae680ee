// npm run check:html [-- FOLDER]: holds every page of a release, or of a built folder, against the
// HTML standard. The checker needs Java; where there is none it is skipped, and says so.
import { parseArgs } from 'node:util'
import { exportLiveRelease } from '#scripts/publish/export-release.ts'
import { reportFaults } from '#scripts/checks/report.ts'
import { findTools, validateHtml } from '#scripts/checks/validate-html.ts'

async function findFolder(): Promise<string> {
  const [given] = parseArgs({ allowPositionals: true }).positionals
  if (given !== undefined) return given
  return exportLiveRelease(process.env['DATA_DIR'] ?? '.data')
}

const tools = await findTools()
if (typeof tools === 'string') {
  console.log(`html: skipped, ${tools}`)
} else {
  const { documents, faults } = await validateHtml(await findFolder(), tools)
  reportFaults('html', `${documents} documents`, faults)
}
