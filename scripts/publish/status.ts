import { existsSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { ProgressSchema, getStatusFile } from '../lib/build-progress.ts'
import { checkReadable } from '../lib/folder-access.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { readJsonFile } from '../lib/read-json-file.ts'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())

/** Cause of a build; `clock`: a scheduled change has come due. */
const CAUSES = ['content', 'clock', 'start', 'command', 'retry', 'sweep'] as const
const CauseSchema = v.picklist(CAUSES)
export type Cause = v.InferOutput<typeof CauseSchema>

/** Result of a build. */
const ResultSchema = v.variant('kind', [
  v.object({
    kind: v.literal('published'),
    id: v.string(),
    pages: v.number(),
    /** Items that were skipped, kept in their live version or published without a link, with reasons. */
    warnings: v.optional(v.array(v.string()), []),
  }),
  /** The output equals the live release. */
  v.object({ kind: v.literal('unchanged'), warnings: v.optional(v.array(v.string()), []) }),
  /** The build failed because of the API, an item or the machine. */
  v.object({ kind: v.literal('failed'), reason: v.string() }),
  /** The gate refused the site. */
  v.object({ kind: v.literal('refused'), reasons: v.array(v.string()) }),
  v.object({ kind: v.literal('stopped'), reason: v.string() }),
])
export type BuildResult = v.InferOutput<typeof ResultSchema>

/** Durations of the steps of a build, in ms. */
const TimesSchema = v.object({
  /** Time until the first page is rendered: start, bundling, fetching content. */
  fetchMs: v.number(),
  renderMs: v.number(),
  /** Writing files to the store. */
  storeMs: v.number(),
  gateMs: v.number(),
  switchMs: v.number(),
})
export type PublishTimes = v.InferOutput<typeof TimesSchema>

const BuildSchema = v.object({
  cause: CauseSchema,
  startedAt: TimeSchema,
  endedAt: TimeSchema,
  /** Whether the build was published with --force. */
  forced: v.boolean(),
  result: ResultSchema,
  times: v.partial(TimesSchema),
})
/** A finished build. */
export type BuildRecord = v.InferOutput<typeof BuildSchema>

const StatusSchema = v.object({
  live: v.nullable(
    v.object({
      id: v.string(),
      /** Time at which the release went live. */
      since: TimeSchema,
      /** Time at which its build began, whose content it shows. */
      createdAt: TimeSchema,
      pages: v.number(),
      rolledBackFrom: v.optional(v.string()),
      /** Whether scheduled changes are held until the rollback ends. */
      isHeld: v.optional(v.boolean()),
    }),
  ),
  building: v.nullable(
    v.object({ cause: CauseSchema, since: TimeSchema, ...ProgressSchema.entries }),
  ),
  /** Reason why the first build has not begun: the state of the API. */
  waiting: v.optional(v.string()),
  /** Whether another build follows. */
  again: v.boolean(),
  /** The finished builds, newest first. */
  builds: v.array(BuildSchema),
})
/** The live release, the running build and the last finished builds. */
export type PublishStatus = v.InferOutput<typeof StatusSchema>

const NO_STATUS: PublishStatus = { live: null, building: null, again: false, builds: [] }
const KEEP_BUILDS = 20

/** Files of which every start creates at least one in the data folder. */
const TRACES = ['server.lock.db', 'publish.json', 'current.json']

/** Checks that a server has run on a data folder, before a command creates it. @throws ExpectedError */
export function requireSite(dataDir: string): void {
  if (TRACES.some((name) => existsSync(path.join(dataDir, name)))) return
  checkReadable(dataDir)
  throw new ExpectedError(
    `There is no site in ${dataDir}: is DATA_DIR right? "npm start" creates one.`,
  )
}

/** Reads the last status that the publisher of a data folder wrote. */
export async function readStatus(dataDir: string): Promise<PublishStatus> {
  return (await readJsonFile(getStatusFile(dataDir), StatusSchema)) ?? NO_STATUS
}

export async function writeStatus(dataDir: string, status: PublishStatus): Promise<void> {
  await writeFileAtomically(getStatusFile(dataDir), JSON.stringify(status, null, 1))
}

/** Formats how long a build took: `1.2 s`. */
export const formatDuration = ({ startedAt, endedAt }: BuildRecord): string =>
  `${((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} s`

/** Lists the items that a build skipped or kept in their live version. */
export const listWarnings = (result: BuildResult): readonly string[] =>
  'warnings' in result ? result.warnings : []

/** Lists the differences between the site and the content, from the last completed build. */
export function readWarnings({ builds }: Pick<PublishStatus, 'builds'>): readonly string[] {
  const last = builds.find(({ result }) => 'warnings' in result)
  return last ? listWarnings(last.result) : []
}

/** Adds a finished build to the status. */
export function addBuild(status: PublishStatus, build: BuildRecord): PublishStatus {
  return { ...status, building: null, builds: [build, ...status.builds].slice(0, KEEP_BUILDS) }
}

/** Corrects the status of a server that has ended: a build that was running ended with it. */
export function closeInterruptedBuild(status: PublishStatus, now: Date): PublishStatus {
  const { building } = status
  if (!building) return { ...status, waiting: undefined, again: false }
  const record: BuildRecord = {
    cause: building.cause,
    startedAt: building.since,
    endedAt: now.toISOString(),
    forced: false,
    result: { kind: 'stopped', reason: 'The server stopped during the build.' },
    times: {},
  }
  return { ...addBuild(status, record), again: false }
}
