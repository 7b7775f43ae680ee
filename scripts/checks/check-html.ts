// npm run check:html [-- FOLDER]: validates every page of a release or a built folder against the HTML
// standard. The validator needs Java; without it the check is skipped with a message.
import { createProgram, runMain } from '../lib/command-line/create-program.ts'
import { findBuiltFolder } from '../publish/export-release.ts'
import { reportFaults } from './report.ts'
import { findTools, validateHtml } from './validate-html.ts'

const program = createProgram(
  'npm run check:html --',
  'Validates every page against the HTML standard.',
)
  .argument('[folder]', 'a built folder; defaults to the live release of DATA_DIR')
  .action(async (folder) => {
    const tools = await findTools()
    if (typeof tools === 'string') {
      console.log(`html: skipped, ${tools}`)
      return
    }
    const pages = await findBuiltFolder(folder)
    const { documents, faults } = await validateHtml(pages, tools)
    reportFaults('html', `${documents} documents`, faults)
  })

await runMain(program)
