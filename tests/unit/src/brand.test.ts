import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The demo site's name belongs to its content; the project's own name may stand in these places. */
const PROJECT_NAMES = [
  // Symbols of the process, folders of the cache, the database and key derivation.
  /Symbol\.for\('entracte\.[\w-]+'\)/g,
  /'\.cache', 'entracte'/g,
  /node_modules\/\.cache\/entracte/g,
  /entracte\.db/g,
  /`entracte\/\$\{purpose\}`/g,
  /name: 'entracte', fileName: 'script'/g,
  /https:\/\/entracte\.example/g,
]

test('no code and no interface text names the demo site', () => {
  const files = globSync(['src/**/*.*', 'scripts/**/*.*', 'i18n/**/*.json', 'public/**/*.*'], {
    exclude: (path) => /demo\/content|\.(?:jpg|png|woff2)$/.test(String(path)),
  })
  const named = files.filter((file) => {
    if (/demo\/content|\.md$/.test(file)) return false
    const text = readFileSync(file, 'utf8')
    const code = PROJECT_NAMES.reduce((rest, name) => rest.replaceAll(name, ''), text)
    return /entracte|幕间/i.test(code)
  })
  expect(files.length).toBeGreaterThan(500)
  expect(named).toEqual([])
})

/** What belongs to the demo's venue, or to its city, and must not be said to visitors of another one. */
const DEMO_WORDS =
  /幕间|茶馆|园林|昆曲|唱戏|老舍|牡丹|北京时间|上海|entracte|peking|kunqu|tea-?house|peony|garden|bowl of tea|beijing|shanghai|UTC\+8/i

test('interface texts contain nothing of the demo, its city or its time zone', () => {
  const texts = globSync('i18n/*/*.json').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  )
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter((line) => DEMO_WORDS.test(line))).toEqual([])
})

test('markup contains no Chinese text: texts come from the content or from i18n', () => {
  const files = globSync('src/{components,islands,layouts,blocks,pages}/**/*.{astro,tsx}')
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(lines.filter((line) => />[^<{]*\p{Script=Han}[^<{]*</u.test(line))).toEqual([])
})

test('components and islands use the colours of the tokens', () => {
  const files = globSync(
    ['src/components/**/*', 'src/features/**/*', 'src/layouts/*', 'src/blocks/*'],
    {
      withFileTypes: true,
    },
  ).filter((entry) => entry.isFile())
  // The cloth of the loading mask is shaded with clear black and white.
  const coloured = files
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b(?=[;,) ])/i.test(readFileSync(file, 'utf8')))
  expect(coloured).toEqual([])
})
