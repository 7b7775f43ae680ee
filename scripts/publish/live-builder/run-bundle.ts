import { fork } from 'node:child_process'
import path from 'node:path'
import type { Bundle, BundleMessage } from './bundle-messages.ts'

const BUNDLE = path.join(import.meta.dirname, 'bundle.ts')

export interface Bundling {
  /** Resolves when pages can be rendered. */
  bundle: Promise<Bundle>
  /** Resolves when the folder is complete. */
  ended: Promise<void>
}

export interface BundlePlaces {
  /** The folder that the bundle is built into. */
  outDir: string
  /** Where what renders pages is put: inside the project, from where packages are found. */
  rendererDir: string
}

/**
 * Bundles the site in a process of its own.
 * @param root folder of the project
 */
export function runBundle(root: string, { outDir, rendererDir }: BundlePlaces): Bundling {
  const bundle = Promise.withResolvers<Bundle>()
  const ended = Promise.withResolvers<void>()
  let failure: { error: unknown } | undefined
  const child = fork(BUNDLE, [root, outDir, rendererDir], { serialization: 'advanced' })
  child.on('message', (message: BundleMessage) => {
    if (message.kind === 'bundled') bundle.resolve(message.bundle)
    else failure = message
  })
  child.once('close', (code, killedBy) => {
    if (failure === undefined && code === 0) return ended.resolve()
    const error =
      failure?.error ?? new Error(`Bundling has ended (${killedBy ?? `exit code ${code}`})`)
    bundle.reject(error)
    ended.reject(error)
  })
  // Who waits for the first hears of it, too.
  ended.promise.catch(() => {})
  return { bundle: bundle.promise, ended: ended.promise }
}
