import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'

const TimeSchema = v.pipe(v.string(), v.isoTimestamp())

/** Why a build was made. */
export const CAUSES = ['content', 'start', 'command', 'retry', 'sweep'] as const
const CauseSchema = v.picklist(CAUSES)
export type Cause = v.InferOutput<typeof CauseSchema>

/** How a build ended. */
const ResultSchema = v.variant('kind', [
  v.object({
    kind: v.literal('published'),
    id: v.string(),
    pages: v.number(),
    /** What was left out, kept as it was or published without its link, and why. */
    warnings: v.optional(v.array(v.string()), []),
  }),
  /** The site came out as it was. */
  v.object({ kind: v.literal('unchanged'), warnings: v.optional(v.array(v.string()), []) }),
  /** The build did not come to its end: the API, an item, the machine. */
  v.object({ kind: v.literal('failed'), reason: v.string() }),
  /** The gate did not let it through. */
  v.object({ kind: v.literal('refused'), reasons: v.array(v.string()) }),
  v.object({ kind: v.literal('stopped'), reason: v.string() }),
])
export type BuildResult = v.InferOutput<typeof ResultSchema>

const TimesSchema = v.object({
  fetchMs: v.number(),
  renderMs: v.number(),
  storeMs: v.number(),
  gateMs: v.number(),
  switchMs: v.number(),
})
export type PublishTimes = v.InferOutput<typeof TimesSchema>

const BuildSchema = v.object({
  cause: CauseSchema,
  startedAt: TimeSchema,
  endedAt: TimeSchema,
  /** Whether the gate was told to let it through. */
  forced: v.boolean(),
  result: ResultSchema,
  times: v.partial(TimesSchema),
})
/** One build that is over. */
export type BuildRecord = v.InferOutput<typeof BuildSchema>

export const PHASES = ['fetch', 'render', 'store', 'media', 'gate', 'switch'] as const
const StatusSchema = v.object({
  live: v.nullable(
    v.object({
      id: v.string(),
      /** When it went live. */
      since: TimeSchema,
      /** The state that it shows: when its build began. */
      createdAt: TimeSchema,
      pages: v.number(),
      rolledBackFrom: v.optional(v.string()),
    }),
  ),
  building: v.nullable(
    v.object({
      cause: CauseSchema,
      since: TimeSchema,
      phase: v.picklist(PHASES),
      done: v.number(),
      total: v.optional(v.number()),
    }),
  ),
  /** Whether one more build follows. */
  again: v.boolean(),
  /** The builds that are over, the newest first. */
  builds: v.array(BuildSchema),
})
/** What is live, what is being built, and how the last builds ended. */
export type PublishStatus = v.InferOutput<typeof StatusSchema>

export const NO_STATUS: PublishStatus = { live: null, building: null, again: false, builds: [] }
const KEEP_BUILDS = 20

const fileOf = (dataDir: string) => path.join(dataDir, 'publish.json')

/** The status that the publisher of a data folder wrote last. */
export async function readStatus(dataDir: string): Promise<PublishStatus> {
  try {
    return v.parse(StatusSchema, JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return NO_STATUS
  }
}

export async function writeStatus(dataDir: string, status: PublishStatus): Promise<void> {
  await writeFileAtomically(fileOf(dataDir), JSON.stringify(status, null, 1))
}

/** What a build left out or kept as it was, in words. */
export const listWarnings = (result: BuildResult): readonly string[] =>
  'warnings' in result ? result.warnings : []

/** What the site shows otherwise than the content has it, by the last build that came to its end. */
export function readWarnings({ builds }: Pick<PublishStatus, 'builds'>): readonly string[] {
  const last = builds.find(({ result }) => 'warnings' in result)
  return last ? listWarnings(last.result) : []
}

/** The status after a build is over. */
export function addBuild(status: PublishStatus, build: BuildRecord): PublishStatus {
  return { ...status, building: null, builds: [build, ...status.builds].slice(0, KEEP_BUILDS) }
}

/** The status as a new start finds it: what was under way then has ended with the process. */
export function closeBrokenOff(status: PublishStatus, now: Date): PublishStatus {
  const { building } = status
  if (!building) return { ...status, again: false }
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

/** How far a build is: pages or files done in a phase, out of `total` where that is known. */
export interface PublishProgress {
  phase: (typeof PHASES)[number]
  done: number
  total?: number | undefined
}
