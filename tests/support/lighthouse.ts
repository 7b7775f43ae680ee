import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'

// Not a dependency: only this benchmark needs its 100 packages.
const PACKAGE = 'lighthouse@13.5.0'
const CACHE = resolve('node_modules/.cache/entracte/lighthouse')
const LIBRARY = join(CACHE, 'node_modules/lighthouse')

const run = promisify(execFile)

const AuditSchema = v.object({
  title: v.string(),
  score: v.nullable(v.number()),
  numericValue: v.optional(v.number()),
  details: v.optional(v.unknown()),
})

const ReportSchema = v.object({
  finalDisplayedUrl: v.string(),
  runtimeError: v.optional(v.object({ message: v.string() })),
  categories: v.record(
    v.string(),
    v.object({
      score: v.nullable(v.number()),
      auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
    }),
  ),
  audits: v.record(v.string(), AuditSchema),
})
export type LighthouseReport = v.InferOutput<typeof ReportSchema>

const ResultSchema = v.object({ lhr: ReportSchema })
const RunSchema = v.object({ default: v.function() })
const ConfigSchema = v.object({ default: v.looseObject({}) })

/** Imports a module of the pinned Lighthouse version, installing it into the cache once. */
async function load(file: string): Promise<unknown> {
  if (!existsSync(LIBRARY)) {
    await mkdir(CACHE, { recursive: true })
    const flags = ['--prefix', CACHE, '--ignore-scripts', '--no-audit', '--no-fund']
    await run('npm', ['install', ...flags, PACKAGE])
  }
  return import(pathToFileURL(join(LIBRARY, 'core', file)).href)
}

export type Device = 'phone' | 'desktop'

/**
 * Measures a URL in a running browser with Lighthouse's simulated mid-range phone on slow 4G or desktop.
 * Keeps the browser's storage, such as the session.
 * @param port of the browser's DevTools
 * @param skipAudits audits that do not apply to the page
 * @throws if Lighthouse reports a runtime error
 */
export async function measure(
  url: string,
  { port, device, skipAudits }: { port: number; device: Device; skipAudits: string[] },
): Promise<LighthouseReport> {
  const lighthouse = v.parse(RunSchema, await load('index.js')).default
  const desktop = v.parse(ConfigSchema, await load('config/desktop-config.js')).default
  // `ignoreStatusCode` for the 404 page.
  const base = { disableStorageReset: true, ignoreStatusCode: true }
  const flags = { port, logLevel: 'error', ...base, skipAudits }
  const config = device === 'desktop' ? desktop : undefined
  const { lhr } = v.parse(ResultSchema, await lighthouse(url, flags, config))
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  return lhr
}
