import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Places where the project's own name may appear; the demo site's name belongs to its content only. */
const PROJECT_NAMES = [
  // Process symbols, cache folders, the database, and key derivation.
  /Symbol\.for\('entracte\.[\w-]+'\)/g,
  /'\.cache', 'entracte'/g,
  /node_modules\/\.cache\/entracte/g,
  /entracte\.db/g,
  /`entracte\/\$\{purpose\}`/g,
  /name: 'entracte', fileName: 'script'/g,
  /https:\/\/entracte\.example/g,
]

test('mentions the demo site in no code and no interface text', () => {
  const files = globSync(['src/**/*.*', 'scripts/**/*.*', 'i18n/**/*.json', 'public/**/*.*'], {
    exclude: (path) => /demo\/content|\.(?:jpg|png|woff2)$/.test(String(path)),
  })
  const mentions = files.filter((file) => {
    if (/demo\/content|\.md$/.test(file)) return false
    const text = readFileSync(file, 'utf8')
    const code = PROJECT_NAMES.reduce((rest, name) => rest.replaceAll(name, ''), text)
    return /entracte|幕间/i.test(code)
  })
  expect(files.length).toBeGreaterThan(500)
  expect(mentions).toEqual([])
})

/** Names of the demo's venue and city, which visitors of another venue must not see. */
const DEMO_WORDS =
  /幕间|茶馆|园林|昆曲|唱戏|老舍|牡丹|北京时间|上海|entracte|peking|kunqu|tea-?house|peony|garden|bowl of tea|beijing|shanghai|UTC\+8/i

test('mentions nothing of the demo, its city or its time zone in interface texts', () => {
  const texts = globSync('i18n/*/*.json').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  )
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((line) => DEMO_WORDS.test(line))).toEqual([])
})

test('contains no Chinese text in markup: texts come from the content or from i18n', () => {
  const files = globSync('src/{components,islands,layouts,blocks,pages}/**/*.{astro,tsx}')
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(lines.filter((line) => />[^<{]*\p{Script=Han}[^<{]*</u.test(line))).toEqual([])
})

test('uses colour tokens in components and islands', () => {
  const files = globSync(
    ['src/components/**/*', 'src/features/**/*', 'src/layouts/*', 'src/blocks/*'],
    {
      withFileTypes: true,
    },
  ).filter((entry) => entry.isFile())
  // The loading mask's curtain is shaded with transparent black and white.
  const coloured = files
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b(?=[;,) ])/i.test(readFileSync(file, 'utf8')))
  expect(coloured).toEqual([])
})
