import path from 'node:path'
import * as v from 'valibot'
import { readJsonFile } from '../lib/read-json-file.ts'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'
import { readCacheClass } from '../serve/file-kinds.ts'
import type { StoredFile } from './built-site.ts'
import { RETIRED_FILE } from './release-files.ts'
import { DAY } from '../lib/durations.ts'

/** How long tabs opened before a release can load their assets. */
const ASSET_LIFETIME_MS = 7 * DAY

/** A hashed asset that only earlier releases contain; `until`: epoch ms until which it is served. */
const AssetSchema = v.object({ hash: v.string(), size: v.number(), until: v.number() })
type RetiredAsset = v.InferOutput<typeof AssetSchema>
/** By path. */
export type RetiredAssets = ReadonlyMap<string, RetiredAsset>

const AssetsSchema = v.record(v.string(), AssetSchema)
const getFile = (dataDir: string) => path.join(dataDir, RETIRED_FILE)

/**
 * Lists the assets to serve in addition to the next release: hashed assets that only the previous release
 * contains, and unexpired assets retired earlier.
 * @param now epoch ms
 */
export function retireAssets(
  before: ReadonlyMap<string, StoredFile>,
  next: ReadonlyMap<string, StoredFile>,
  retired: RetiredAssets,
  now: number,
): RetiredAssets {
  const kept = new Map<string, RetiredAsset>()
  for (const [name, asset] of retired) {
    // Assets of the next release are kept too, in case that release never goes live.
    if (asset.until > now) kept.set(name, asset)
  }
  for (const [name, { hash, size }] of before) {
    if (readCacheClass(name) !== 'immutable' || next.has(name)) continue
    kept.set(name, { hash, size, until: now + ASSET_LIFETIME_MS })
  }
  return kept
}

/** Reads the list of retired assets. A damaged list counts as empty. */
export async function readRetiredAssets(dataDir: string): Promise<RetiredAssets> {
  return new Map(Object.entries((await readJsonFile(getFile(dataDir), AssetsSchema)) ?? {}))
}

export const serialiseAssets = (assets: RetiredAssets): string =>
  JSON.stringify(Object.fromEntries(assets))

export async function writeRetiredAssets(dataDir: string, assets: RetiredAssets): Promise<void> {
  await writeFileAtomically(getFile(dataDir), serialiseAssets(assets))
}
