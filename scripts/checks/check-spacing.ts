// Checks that `src/styles/spacing.css` contains exactly the spacing classes in use. `--write` updates it.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createProgram, readCommandLine } from '../lib/command-line/create-program.ts'
import { reportFaults } from './report.ts'
import { findSpacing, writeSpacing } from './spacing/spacing.ts'

const { options } = readCommandLine(
  createProgram(
    'npm run check:spacing --',
    'Checks that the spacing classes are those in use.',
  ).option('--write', 'write the file first'),
)
const FILE = 'src/styles/spacing.css'
const sources = globSync('src/**/*.{astro,tsx}').map((file) => readFileSync(file, 'utf8'))
const names = findSpacing(sources)
const css = writeSpacing(names)
if (options.write) writeFileSync(FILE, css)
const isCurrent = readFileSync(FILE, 'utf8') === css
reportFaults(
  'spacing',
  `${names.length} classes in use`,
  isCurrent ? [] : [`${FILE} is out of date: npm run check:spacing -- --write`],
)
