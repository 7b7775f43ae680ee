import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'

const MARK = '?inline-script'

/**
 * `import { code, hash } from '#browser/start-fonts.ts?inline-script'`: a module with all that it
 * imports as one classic script, to be printed into a page where it has to run at once, and the hash
 * that the content security policy knows it by. Astro's own scripts wait until the page is parsed.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(MARK)) return null
      const found = await this.resolve(source.slice(0, -MARK.length), importer)
      return found && `${found.id}${MARK}`
    },
    async load(id) {
      if (!id.endsWith(MARK)) return null
      const file = id.slice(0, -MARK.length)
      this.addWatchFile(file)
      const code = await bundle(file)
      const hash = `sha256-${createHash('sha256').update(code).digest('base64')}`
      return `export const code = ${JSON.stringify(code)}\nexport const hash = ${JSON.stringify(hash)}\n`
    },
  }
}

async function bundle(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: file, formats: ['iife'], name: 'entracte', fileName: 'script' },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (!chunk) throw new Error(`${file} made no script`)
  return chunk.code.trim()
}
