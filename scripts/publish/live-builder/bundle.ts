// The process that bundles the site. It ends when that is done, and with it goes half a GiB that the
// bundler keeps. Arguments: folder of the project, folder to build into, folder for what renders pages.
import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { build, type AstroIntegration } from 'astro'
import { finishItself } from '#content/finish.ts'
import type { Bundle, BundleMessage } from './bundle-messages.ts'

const [root = '', outDir = '', rendererDir = ''] = process.argv.slice(2)

const ENTRY = /^prerender-entry\.[^.]+\.mjs$/

const tell = (message: BundleMessage): void => void process.send?.(message)

/** Keeps what Astro would render the pages with, and leaves no page to it. */
function keepBundle(): AstroIntegration {
  let origin = 'http://localhost'
  let built: Bundle['pages'] = new Map()

  async function keep(): Promise<void> {
    await rename(path.join(outDir, '.prerender'), rendererDir)
    const entry = (await readdir(rendererDir)).find((name) => ENTRY.test(name))
    if (entry === undefined) throw new Error('this version of Astro names its entry otherwise')
    const pages = new Map(Array.from(built, ([key, { styles }]) => [key, { styles }]))
    tell({ kind: 'bundled', bundle: { entry: path.join(rendererDir, entry), origin, pages } })
  }

  return {
    name: 'keep-bundle',
    hooks: {
      'astro:config:done': ({ config }) => {
        if (config.site !== undefined) origin = new URL(config.site).origin
      },
      'astro:build:start': ({ setPrerenderer }) =>
        setPrerenderer({
          name: 'keep-bundle',
          async getStaticPaths() {
            await keep()
            return []
          },
          render({ url }) {
            throw new Error(`${url} is rendered elsewhere`)
          },
        }),
      'astro:build:setup': ({ pages, target, updateConfig }) => {
        if (target === 'server') built = pages
        // Astro leaves the entry to whoever sets a prerenderer.
        const input = 'astro/entrypoints/prerender'
        updateConfig({ environments: { prerender: { build: { rolldownOptions: { input } } } } })
      },
    },
  }
}

finishItself()
// Also when the process that wants the bundle is gone.
process.once('disconnect', () => process.exit())
try {
  await build({ root, outDir, logLevel: 'warn', integrations: [keepBundle()] })
} catch (error) {
  tell({ kind: 'failed', error })
}
process.disconnect()
