import pLimit from 'p-limit'
import { listSiteFiles, readPageHeaders } from '../serve/read-folder.ts'
import type { SiteFiles } from './built-site.ts'
import type { Store } from './store.ts'

const STORE_AT_ONCE = 8

/**
 * Copies a build output folder into the store; the folder can then be removed.
 * @param onFile called after each file
 */
export async function storeFolder(
  root: string,
  store: Store,
  onFile: (done: number, total: number) => void = () => {},
): Promise<SiteFiles> {
  const [listed, pageHeaders] = await Promise.all([listSiteFiles(root), readPageHeaders(root)])
  // Sorted, so that equal sites have equal manifests.
  const names = [...listed].toSorted(([a], [b]) => (a < b ? -1 : 1))
  let done = 0
  const stored = await pLimit(STORE_AT_ONCE).map(names, async ([name, file]) => {
    const content = await store.adopt(file)
    done += 1
    onFile(done, names.length)
    return [name, content] as const
  })
  const headers = new Map([...pageHeaders].filter(([name]) => listed.has(name)))
  return { files: new Map(stored), headers }
}
