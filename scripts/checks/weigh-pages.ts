// npm run weigh [-- FOLDER] [--files ROUTE]: prints the transfer size of the first view of each kind of page,
// in bytes after brotli 11: HTML, inline script and style, CSS and script files. Shows the heaviest document
// of each route and language; `!` marks values over budget. `--files` lists the scripts of a route, and their
// modules if the build has written them (BUNDLE_REPORT=report.json npm run build).
import { existsSync, readFileSync } from 'node:fs'
import { Option } from '@commander-js/extra-typings'
import * as v from 'valibot'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { getPathLocale } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { createProgram, runMain } from '../lib/command-line/create-program.ts'
import { findBuiltFolder } from '../publish/export-release.ts'
import { getBudget, listDocuments, getDocumentRoute, sumScript } from './weight/budgets.ts'
import { sum, weighPage, type PageWeight } from './weight/page-weight.ts'

const ReportSchema = v.record(v.string(), v.record(v.string(), v.number()))
const MAX_MODULES = 12

interface Row {
  file: string
  weight: PageWeight
}

const total = ({ weight }: Row): number => weight.html + sum(weight.css) + sum(weight.js)

function printFiles({ weight }: Row): void {
  const reportFile = process.env['BUNDLE_REPORT'] ?? 'report.json'
  const report = existsSync(reportFile)
    ? v.parse(ReportSchema, JSON.parse(readFileSync(reportFile, 'utf8')))
    : {}
  for (const { file, bytes } of weight.js.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`  ${String(bytes).padStart(7)}  ${file}`)
    const modules = Object.entries(report[file] ?? {})
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_MODULES)
    for (const [name, length] of modules) {
      console.log(`${' '.repeat(20)}${String(length).padStart(7)}  ${name} (not minified)`)
    }
  }
}

/** Prints the heaviest document of each route, or of one, in each language. */
function printWeights(folder: string, shownRoute: string | undefined): void {
  const documents = listDocuments(folder)
  console.log(
    'route                        document                        html  script  style    css       js',
  )
  for (const { path: route } of ROUTES) {
    if (shownRoute !== undefined && shownRoute !== route) continue
    for (const locale of SITE_LOCALES) {
      const rows = documents
        .filter((file) => getDocumentRoute(file) === route && getPathLocale(`/${file}`) === locale)
        .map((file): Row => ({ file, weight: weighPage(folder, file) }))
      const [heaviest] = rows.toSorted((a, b) => total(b) - total(a))
      if (!heaviest) continue
      const { file, weight } = heaviest
      const { html, inlineScript, inlineStyle, css, js } = weight
      const budget = getBudget(route)
      console.log(
        route.padEnd(28),
        file.padEnd(30),
        `${String(html).padStart(5)}${html > budget.html ? '!' : ' '}`,
        String(inlineScript).padStart(6),
        String(inlineStyle).padStart(6),
        String(sum(css)).padStart(6),
        `${String(sum(js)).padStart(7)}${sumScript(route, weight) > budget.js ? '!' : ''}`,
      )
      if (shownRoute !== undefined) printFiles(heaviest)
    }
  }
}

const program = createProgram(
  'npm run weigh --',
  'Prints the transfer size of each kind of page at its first view.',
)
  .argument('[folder]', 'a built folder; defaults to the live release of DATA_DIR')
  .addOption(
    new Option('--files <route>', 'list the scripts of one route').choices(
      ROUTES.map(({ path }) => path),
    ),
  )
  .action(async (folder, { files }) => printWeights(await findBuiltFolder(folder), files))

await runMain(program)
