// Publishes a small site with the given text into a data folder, and kills itself with SIGKILL just before
// its nth file operation, or just after the pointer is written. Without a step it prints their number.
//   node tests/publish/kill-publisher.ts DATA_DIR TEXT [STEP | pointer]
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const [dataDir = '', text = '', step = ''] = process.argv.slice(2)
let steps = 0

const killSelf = () => process.kill(process.pid, 'SIGKILL')

function counted<A extends unknown[], R>(
  work: (...input: A) => Promise<R>,
): (...input: A) => Promise<R> {
  return async (...input) => {
    const names = input.filter((one) => typeof one === 'string')
    // The status file is written a varying number of times.
    if (!names.some((name) => name.includes('publish.json') || name === dataDir)) {
      steps += 1
      if (steps === Number(step)) killSelf()
    }
    const result = await work(...input)
    if (step === 'pointer' && names[1]?.endsWith('current.json')) killSelf()
    return result
  }
}

// All file changes of the publisher use these functions.
Object.assign(fs, {
  open: counted(fs.open),
  rename: counted(fs.rename),
  link: counted(fs.link),
  mkdir: counted(fs.mkdir),
  rm: counted(fs.rm),
  writeFile: counted(fs.writeFile),
})
syncBuiltinESMExports()

const { createPublisher } = await import('#scripts/publish/create-publisher.ts')
const { createGate } = await import('#scripts/publish/gate/create-gate.ts')
const { openStore } = await import('#scripts/publish/store.ts')
const { SILENT_LOGGER } = await import('#scripts/lib/logger.ts')
const { createSmallBuilder } = await import('./small-site.ts')

const store = openStore(dataDir)
const publisher = await createPublisher({
  dataDir,
  store,
  target: { switchTo: async () => {}, compressor: { yieldTo: () => {} } },
  builder: createSmallBuilder(store, async () => ({ text, items: [1, 2, 3, 4, 5, 6] })),
  gate: createGate([]),
  readInputs: async () => ({ sources: 's', content: text }),
  logger: SILENT_LOGGER,
  debounceMs: 0,
  sweepEveryMs: 600_000,
})
// The queue's timer is unref'ed and does not keep the process alive.
const keepAlive = setInterval(() => {}, 1000)
const { result } = await publisher.publish({ cause: 'command', forced: false })
await publisher.close()
clearInterval(keepAlive)
if (result.kind !== 'published') throw new Error(JSON.stringify(result))
process.stdout.write(String(steps))
