// The builder's process: builds the whole site at the first order, then only what has changed. Ends
// with the process that started it. Arguments: folder of the project, data folder, folder to build in.
import { inspect } from 'node:util'
import type { BuiltSite } from '../built-site.ts'
import { openStore } from '../store.ts'
import { createSite, type LiveSite } from './create-site.ts'
import { RenderError } from './keep-renderer.ts'
import type { BuilderMessage, BuildOrder } from './messages.ts'

const [projectDir = '', dataDir = '', outDir = ''] = process.argv.slice(2)
const store = openStore(dataDir)
let site: LiveSite | undefined

const tell = (message: BuilderMessage): void => void process.send?.(message)

async function build(order: number): Promise<BuiltSite> {
  if (site) {
    const built = await site.update((progress) => tell({ kind: 'progress', order, progress }))
    await store.flush()
    return built
  }
  const created = await createSite(projectDir, outDir, store)
  site = created.site
  await store.flush()
  return created.built
}

async function answer({ order }: BuildOrder): Promise<void> {
  const wasBuilt = site !== undefined
  try {
    tell({ kind: 'built', order, site: await build(order) })
  } catch (error) {
    const lost = !wasBuilt || error instanceof RenderError
    const message = error instanceof Error ? error.message : String(error)
    tell({ kind: 'failed', order, message, lines: inspect(error).split('\n'), lost })
  }
}

process.on('message', (message: BuildOrder) => void answer(message))
// The whole group: the build has threads and children of its own.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
