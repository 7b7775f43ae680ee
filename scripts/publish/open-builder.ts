import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import type { Logger } from '../lib/logger.ts'
import type { Builder } from './built-site.ts'
import { createLiveBuilder } from './create-live-builder.ts'
import { createPlainBuilder } from './create-plain-builder.ts'
import type { BuilderOptions } from './run-build.ts'
import { openStore } from './store.ts'

/** The major version of Astro with which the live builder is tested. */
const TESTED_MAJOR = 7

const PackageSchema = v.object({ version: v.string() })

/**
 * Opens the live builder, or, with an untested version of Astro, the plain builder, which is slower but
 * safe: it runs `astro build` for each change.
 */
export function openBuilder(options: BuilderOptions, logger: Logger): Builder {
  const file = path.join(options.projectDir, 'node_modules/astro/package.json')
  const { version } = v.parse(PackageSchema, JSON.parse(readFileSync(file, 'utf8')))
  if (Number.parseInt(version, 10) === TESTED_MAJOR) return createLiveBuilder(options)
  logger.warn(
    { astro: version },
    'incremental rendering is not tested with this version of Astro: each change builds the whole site',
  )
  return createPlainBuilder({ ...options, store: openStore(options.dataDir) })
}
