// Spacing classes: `src/styles/spacing.css` holds exactly those that sources use. `--write` writes it.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { reportFaults } from './report.ts'
import { findSpacing, writeSpacing } from './spacing/spacing.ts'

const FILE = 'src/styles/spacing.css'
const sources = globSync('src/**/*.{astro,tsx}').map((file) => readFileSync(file, 'utf8'))
const names = findSpacing(sources)
const css = writeSpacing(names)
if (process.argv.includes('--write')) writeFileSync(FILE, css)
const isCurrent = readFileSync(FILE, 'utf8') === css
reportFaults(
  'spacing',
  `${names.length} classes in use`,
  isCurrent
    ? []
    : [`${FILE} is not what sources use: node scripts/checks/check-spacing.ts --write`],
)
