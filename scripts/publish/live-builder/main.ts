// The builder's process: builds the whole site at the first order, then only what has changed. Ends
// with the process that started it. Arguments: folder of the project, data folder, folder to work in.
import { inspect } from 'node:util'
import type { BuildProgress } from '../built-site.ts'
import { openStore } from '../store.ts'
import { createSite, type GrowingSite, type LiveSite } from './create-site.ts'
import { RenderError } from './keep-renderer.ts'
import type { BuilderMessage, BuilderOrder } from './messages.ts'

const [projectDir = '', dataDir = '', workDir = ''] = process.argv.slice(2)
const store = openStore(dataDir)
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

function tellProgress(progress: BuildProgress): void {
  const now = performance.now()
  const isLast = progress.done === progress.total
  if (progress.done > 0 && !isLast && now - told < TELL_EVERY) return
  told = now
  tell({ kind: 'progress', order: current, progress })
}

const tellStored = (hashes: string[]): void => tell({ kind: 'stored', order: current, hashes })

let growing: GrowingSite | undefined

async function build({ order, wanted, inBackground, stands }: BuildOrder, signal: AbortSignal) {
  current = order
  if (site) return site.update({ wanted, signal, ...(inBackground && { atOnce: IN_BACKGROUND }) })
  growing = createSite(
    projectDir,
    { workDir, dataDir },
    {
      onProgress: tellProgress,
      onStored: tellStored,
      ...(stands && {
        onStanding: (standing) => tell({ kind: 'standing', order, site: standing }),
      }),
    },
  )
  const created = await growing.built
  site = created.site
  return created.built
}

/** Makes a file that pages did not wait for, and puts it into the store. */
async function make({ request, name }: Extract<BuilderOrder, { kind: 'make' }>): Promise<void> {
  const cached = await growing?.make(name.slice(1)).catch((error: unknown) => {
    console.warn(`${name} could not be made: ${String(error)}`)
  })
  tell({ kind: 'made', request, file: cached ? await store.adopt(cached) : undefined })
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
  else if (message.kind === 'make') void make(message)
  else underWay.get(message.order)?.abort()
})
// The whole group: the build has threads and children of its own.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
