// npm run demo:scale -- 10000: fills a new DATA_DIR with that many items in both languages, made of the texts
// and pictures of the demo, for tests of the site at that size.
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { createProgram, runMain } from '../../lib/command-line/create-program.ts'
import { withDatabase } from '../commands/with-database.ts'
import { readAdminApiConfig } from '../config.ts'
import { DEMO_CONTENT } from './demo-content.ts'
import { fillWithDemo } from './fill.ts'

const MAX_ITEMS = 100_000

function readCount(text: string): number {
  const count = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= MAX_ITEMS) return count
  throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_ITEMS}.`)
}

async function scale(count: number): Promise<void> {
  const config = readAdminApiConfig()
  const { dataDir, mediaCacheDir: cacheDir } = config
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  await withDatabase(config, (db) =>
    fillWithDemo(db, count, {
      root: DEMO_CONTENT,
      dataDir,
      cacheDir,
      now: Date.now(),
      report(done) {
        if (done % 1000 < 250) console.log(`${done} items, ${seconds()}`)
      },
    }),
  )
  const peak = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(
    `${count} items in both languages in ${dataDir}: ${seconds()}, peak memory ${peak} MiB`,
  )
}

const program = createProgram('npm run demo:scale --', 'Fills a new DATA_DIR with demo items.')
  .argument('<items>', 'how many, for example 10000', readCount)
  .action(scale)

await runMain(program)
