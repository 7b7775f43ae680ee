import { build, type Plugin } from 'vite'
import { hashSource } from '#integrations/policy/policy.ts'

const SUFFIX = '?inline-script'

/**
 * `import { code, hash } from '#browser/start-fonts.ts?inline-script'`: bundles a module and its imports
 * into one classic script for inlining, with its hash for the content security policy. Unlike the module
 * scripts of Astro, it runs while the document is parsed.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return null
      const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer)
      return resolved && `${resolved.id}${SUFFIX}`
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null
      const file = id.slice(0, -SUFFIX.length)
      this.addWatchFile(file)
      const code = await bundle(file)
      return `export const code = ${JSON.stringify(code)}\nexport const hash = ${JSON.stringify(hashSource(code))}\n`
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
  if (!chunk) throw new Error(`${file} was not bundled into a script`)
  return chunk.code.trim()
}
