// A build for tests: reads performances with the client that pages use, and writes a small site. Called
// like Astro: `--outDir FOLDER`.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { getPerformIndex, getPerformDetail } from '#api/perform.ts'
import { readContent } from '#content/client.ts'
import { headersOfSmallSite, writeSmallSite } from './small-site.ts'

const outDir = process.argv[process.argv.indexOf('--outDir') + 1] ?? ''
const { on_sale, coming, past } = await readContent(getPerformIndex, 'zh-cn')
const cards = [...on_sale, ...coming, ...past]
const titles: string[] = []
for (const { id } of cards) {
  const { title } = await readContent(getPerformDetail, 'en', { id: String(id) })
  titles.push(title)
}
// Most pages depend on the lists, as in a real site.
const items = cards.flatMap(({ id }) => Array.from({ length: 20 }, (_, index) => id * 100 + index))
const files = writeSmallSite({ text: titles.join(', '), items })
for (const [name, content] of files) {
  await mkdir(path.dirname(path.join(outDir, name)), { recursive: true })
  await writeFile(path.join(outDir, name), content)
}
const headers = JSON.stringify(headersOfSmallSite(files.keys()))
await writeFile(path.join(outDir, '_headers.json'), headers)
