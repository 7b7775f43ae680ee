// npm run weigh [-- FOLDER]: prints the transfer size of the first view of each kind of page, in bytes after
// brotli 11: HTML, inline script and style, CSS and script files. Shows the heaviest document of each route and
// language; `!` marks values over budget.
import { globSync } from 'node:fs'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { localeOfPath } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { createProgram, runMain } from '#scripts/lib/command-line/create-program.ts'
import { findBuiltFolder } from '#scripts/publish/export-release.ts'
import { budgetOf, routeOfDocument, scriptOf } from './weight/budgets.ts'
import { sum, weighPage } from './weight/page-weight.ts'

/** Prints the heaviest document of each route in each language. */
function printWeights(folder: string): void {
  const documents = globSync('**/*.html', { cwd: folder }).filter(
    (file) => !file.startsWith('files/'),
  )
  console.log(
    'route                        document                        html  script  style    css       js',
  )
  for (const { path: route } of ROUTES) {
    for (const locale of SITE_LOCALES) {
      const [heaviest] = documents
        .filter((file) => routeOfDocument(file) === route && localeOfPath(`/${file}`) === locale)
        .map((file) => {
          const weight = weighPage(folder, file)
          return { file, weight, total: weight.html + sum(weight.css) + sum(weight.js) }
        })
        .toSorted((a, b) => b.total - a.total)
      if (!heaviest) continue
      const { file, weight } = heaviest
      const { html, inlineScript, inlineStyle, css, js } = weight
      const budget = budgetOf(route)
      console.log(
        route.padEnd(28),
        file.padEnd(30),
        `${String(html).padStart(5)}${html > budget.html ? '!' : ' '}`,
        String(inlineScript).padStart(6),
        String(inlineStyle).padStart(6),
        String(sum(css)).padStart(6),
        `${String(sum(js)).padStart(7)}${scriptOf(route, weight) > budget.js ? '!' : ''}`,
      )
    }
  }
}

const program = createProgram(
  'npm run weigh --',
  'Prints the transfer size of each kind of page at its first view.',
)
  .argument('[folder]', 'a built folder; defaults to the live release of DATA_DIR')
  .action(async (folder) => printWeights(await findBuiltFolder(folder)))

await runMain(program)
