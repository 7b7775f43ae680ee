import { lazy, type ComponentType } from 'react'
import { waitForNetwork } from './wait-for-network.ts'

/** Imports a module; a failed import is repeated when the network may be back. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load()
    } catch {
      await new Promise<void>((resolve) => {
        waitForNetwork(tries, resolve)
      })
    }
  }
}

/** `React.lazy`, except that a failed import is repeated: its error would remove the whole island. */
export const lazyWithRetry = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await importWithRetry(load) }))
