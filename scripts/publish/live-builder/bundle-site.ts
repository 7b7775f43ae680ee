import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runBuild, type BuildLimits } from '../run-build.ts'

/** The server that Astro builds (`src/integrations/renderer/render.ts`). */
export type Renderer = typeof import('#integrations/renderer/render.ts')

/**
 * Bundles the site in a separate process, so that the 0.5 GiB of memory of the bundler is freed.
 * @param projectDir folder of the sources
 * @param folder output folder, inside the project so that packages resolve
 * @returns the renderer, and the folder of the scripts, style sheets and files of `public/`
 * @throws BuildError when Astro fails
 */
export async function bundleSite(projectDir: string, folder: string, limits: BuildLimits) {
  await runBuild({
    projectDir,
    command: ['node_modules/.bin/astro', 'build', '--outDir', folder],
    env: { RENDERER: '1' },
    limits,
    signal: new AbortController().signal,
    onLine: () => {},
  })
  const entry = pathToFileURL(path.join(folder, 'server/entry.mjs')).href
  const renderer: Renderer = await import(entry)
  return { renderer, assets: path.join(folder, 'client') }
}
