// The builder's process: builds the whole site at the first order, then only what has changed. Ends
// with the process that started it. Arguments: folder of the project, data folder, folder to work in.
import { inspect } from 'node:util'
import type { BuildProgress } from '../built-site.ts'
import { createSite, type LiveSite } from './create-site.ts'
import { RenderError } from './keep-renderer.ts'
import type { BuilderMessage, BuilderOrder } from './messages.ts'

const [projectDir = '', dataDir = '', workDir = ''] = process.argv.slice(2)
let site: LiveSite | undefined

/** Questions at once when nobody waits for the answers: visitors come first. */
const IN_BACKGROUND = 2

type BuildOrder = Extract<BuilderOrder, { kind: 'build' }>

const underWay = new Map<number, AbortController>()

const tell = (message: BuilderMessage): void => void process.send?.(message)

/** How often a build says how far it is, in ms. */
const TELL_EVERY = 100
let told = 0
let current = 0

/** A tenth of the pages that a first build has said: somebody waits for it at a terminal. */
let saidTenth = 0

function sayProgress({ phase, done, total = 0 }: BuildProgress): void {
  const tenth = Math.floor((10 * done) / total)
  if (site || phase !== 'render' || tenth <= saidTenth) return
  saidTenth = tenth
  console.log(`page ${done} of ${total}`)
}

function tellProgress(progress: BuildProgress): void {
  sayProgress(progress)
  const now = performance.now()
  const isLast = progress.done === progress.total
  if (progress.done > 0 && !isLast && now - told < TELL_EVERY) return
  told = now
  tell({ kind: 'progress', order: current, progress })
}

const tellStored = (hashes: string[]): void => tell({ kind: 'stored', order: current, hashes })

async function build({ order, wanted, inBackground }: BuildOrder, signal: AbortSignal) {
  current = order
  if (site) return site.update({ wanted, signal, ...(inBackground && { atOnce: IN_BACKGROUND }) })
  const created = await createSite(
    projectDir,
    { workDir, dataDir },
    { onProgress: tellProgress, onStored: tellStored },
  )
  site = created.site
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
