import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'
import { cacheClassOf } from '../serve/file-kinds.ts'
import type { StoredFile } from './built-site.ts'

/** A hashed asset of a release that is not live any more. */
export interface RetiredAsset extends StoredFile {
  /** Epoch ms until which it still answers. */
  until: number
}
/** By path. */
export type RetiredAssets = ReadonlyMap<string, RetiredAsset>

/** Tabs opened before a release ask for the assets of theirs this long. */
export const KEEP_ASSETS_MS = 7 * 24 * 3_600_000

const AssetsSchema = v.record(
  v.string(),
  v.object({ hash: v.string(), size: v.number(), until: v.number() }),
)
const fileOf = (dataDir: string) => path.join(dataDir, 'retired-assets.json')

/**
 * What still answers after a switch: the hashed assets that only the release of before has, and those
 * that were retired earlier and whose time is not over.
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
    // Also what the next one has: if it never goes live, this still answers.
    if (asset.until > now) kept.set(name, asset)
  }
  for (const [name, { hash, size }] of before) {
    if (cacheClassOf(name) !== 'immutable' || next.has(name)) continue
    kept.set(name, { hash, size, until: now + KEEP_ASSETS_MS })
  }
  return kept
}

/** The hashed assets that still answer. A damaged list counts as none. */
export async function readRetiredAssets(dataDir: string): Promise<RetiredAssets> {
  try {
    const text = await readFile(fileOf(dataDir), 'utf8')
    return new Map(Object.entries(v.parse(AssetsSchema, JSON.parse(text))))
  } catch {
    return new Map()
  }
}

export async function writeRetiredAssets(dataDir: string, assets: RetiredAssets): Promise<void> {
  await writeFileAtomically(fileOf(dataDir), JSON.stringify(Object.fromEntries(assets)))
}
