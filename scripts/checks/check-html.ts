// npm run check:html [-- FOLDER]: holds every page of a release, or of a built folder, against the
// HTML standard. The checker needs Java; where there is none it is skipped, and says so.
import { parseArgs } from 'node:util'
import { readCurrentRelease, releaseFolder } from '#scripts/rebuild/releases.ts'
import { reportFaults } from '#scripts/checks/report.ts'
import { findTools, validateHtml } from '#scripts/checks/validate-html.ts'

async function findFolder(): Promise<string> {
  const [given] = parseArgs({ allowPositionals: true }).positionals
  if (given !== undefined) return given
  const dataDir = process.env['DATA_DIR'] ?? '.data'
  const current = await readCurrentRelease(dataDir)
  if (current) return releaseFolder(dataDir, current.id)
  throw new Error(`There is no release in ${dataDir}: run "npm start" once, or name a folder.`)
}

const tools = await findTools()
if (typeof tools === 'string') {
  console.log(`html: skipped, ${tools}`)
} else {
  const { documents, faults } = await validateHtml(await findFolder(), tools)
  reportFaults('html', `${documents} documents`, faults)
}
