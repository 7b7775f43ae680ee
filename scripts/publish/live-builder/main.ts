// The builder's process: builds the whole site at the first order, then only what has changed. Ends
// with the process that started it. Arguments: folder of the project, data folder, folder to build in.
import { inspect } from 'node:util'
import { openStore } from '../store.ts'
import { createSite, type LiveSite } from './create-site.ts'
import { RenderError } from './keep-renderer.ts'
import type { BuilderMessage, BuilderOrder } from './messages.ts'

const [projectDir = '', dataDir = '', outDir = ''] = process.argv.slice(2)
const store = openStore(dataDir)
let site: LiveSite | undefined

/** Questions at once when nobody waits for the answers: visitors come first. */
const IN_BACKGROUND = 2

type BuildOrder = Extract<BuilderOrder, { kind: 'build' }>

const underWay = new Map<number, AbortController>()

const tell = (message: BuilderMessage): void => void process.send?.(message)

async function build({ order, wanted, inBackground }: BuildOrder, signal: AbortSignal) {
  if (site) {
    const options = { wanted, signal, ...(inBackground && { atOnce: IN_BACKGROUND }) }
    const built = await site.update(options, (progress) =>
      tell({ kind: 'progress', order, progress }),
    )
    await store.flush()
    return built
  }
  const created = await createSite(projectDir, outDir, store)
  site = created.site
  await store.flush()
  return created.built
}

async function answer(wanted: BuildOrder): Promise<void> {
  const { order } = wanted
  const wasBuilt = site !== undefined
  const leaving = new AbortController()
  underWay.set(order, leaving)
  try {
    tell({ kind: 'built', order, site: await build(wanted, leaving.signal) })
  } catch (error) {
    if (error === leaving.signal.reason) return tell({ kind: 'left', order })
    const lost = !wasBuilt || error instanceof RenderError
    const message = error instanceof Error ? error.message : String(error)
    tell({ kind: 'failed', order, message, lines: inspect(error).split('\n'), lost })
  } finally {
    underWay.delete(order)
  }
}

process.on('message', (message: BuilderOrder) => {
  if (message.kind === 'build') void answer(message)
  else underWay.get(message.order)?.abort()
})
// The whole group: the build has threads and children of its own.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
