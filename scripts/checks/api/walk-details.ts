import type { EndpointKey } from '#api/index.ts'
import { mapLimited } from '#scripts/lib/map-limited.ts'
import type { Named, Walk } from './create-walk.ts'
import { showValue } from './finding.ts'
import { DETAILS } from './find-references.ts'
import type { Kind, Reference } from './find-references.ts'
import { pickSome, readFirst, readList } from './json.ts'
import type { Question } from './question.ts'
import { AT_ONCE } from './walk-plain.ts'

/** Items of a kind whose live facts are requested at once. */
const MAX_FACTS = 5

// What else can be asked by the id of a thing.
const COMPANIONS: Partial<Record<Kind, EndpointKey[]>> = {
  performance: ['GET /api/perform/ticket'],
  course: ['GET /api/course/applyinfo', 'GET /api/course/datelist'],
  activity: ['GET /api/course/activity_applyinfo'],
}

function listFirsts(walk: Walk, kind: Kind): Named<Reference>[] {
  const firsts = new Map<number, Named<Reference>>()
  for (const named of walk.references) {
    if (named.kind === kind && !firsts.has(named.id)) firsts.set(named.id, named)
  }
  return [...firsts.values()]
}

function checkEcho(walk: Walk, question: Question, data: unknown, id: number): void {
  const got = readFirst(data, 'id')
  if (data === undefined || got === id) return
  walk.report(question, [{ path: 'data.id', expected: `${id}, as asked for`, got: showValue(got) }])
}

/** Asks for one thing; a failure tells who named it. */
async function readNamed(walk: Walk, named: Named<Reference>, isLookup: boolean): Promise<unknown> {
  const { kind, id, path } = named
  const question = { key: DETAILS[kind], query: { id: String(id) }, lang: walk.lang }
  const data = await (isLookup ? walk.read(question) : walk.readAllLanguages(question))
  checkEcho(walk, question, data, id)
  if (data !== undefined) return data
  const expected = `the ${kind.replace('_', ' ')} that ${DETAILS[kind]}?id=${id} does not give`
  walk.report(named.question, [{ path, expected, got: `id ${id}` }])
  return undefined
}

async function readTiers(walk: Walk, ticket: unknown): Promise<void> {
  for (const show of pickSome(readList(ticket, 'shows'), 2)) {
    for (const tier of pickSome(readList(show, 'tiers'), 2)) {
      const query = {
        show_id: String(readFirst(show, 'id')),
        tier_id: String(readFirst(tier, 'id')),
      }
      await walk.readAllLanguages({ key: 'GET /api/perform/ticket_query', query })
    }
  }
}

async function readCompanions(walk: Walk, { kind, id }: Reference, detail: unknown): Promise<void> {
  for (const key of COMPANIONS[kind] ?? []) {
    // A course that is booked has no application form.
    const hasForm = readFirst(detail, 'application') !== null
    if (key === 'GET /api/course/applyinfo' && !hasForm) continue
    const data = await walk.readAllLanguages({ key, query: { id: String(id) } })
    if (key === 'GET /api/perform/ticket') await readTiers(walk, data)
  }
}

// Object.keys knows only strings; these are the kinds.
const kinds = Object.keys(DETAILS) as Kind[]

/** Asks for some things of each kind that answers so far have named, in every language. */
export async function readDetails(walk: Walk): Promise<void> {
  const named = kinds.flatMap((kind) => pickSome(listFirsts(walk, kind), walk.limits.details))
  await mapLimited(named, AT_ONCE, async (reference) => {
    const detail = await readNamed(walk, reference, false)
    if (detail !== undefined) await readCompanions(walk, reference, detail)
  })
  await readReferences(walk, named)
}

/** What the details name in turn must exist too; it is looked up in one language only. */
async function readReferences(walk: Walk, known: Reference[]): Promise<void> {
  const seen = new Set(known.map(({ kind, id }) => `${kind} ${id}`))
  const rest = kinds.flatMap((kind) => {
    const unseen = listFirsts(walk, kind).filter(({ id }) => !seen.has(`${kind} ${id}`))
    return pickSome(unseen, walk.limits.lookups)
  })
  await mapLimited(rest, AT_ONCE, (reference) => readNamed(walk, reference, true))
}

/** Asks for the live facts of things that exist: each must be told. */
export async function readLiveFacts(walk: Walk): Promise<void> {
  const body = Object.fromEntries(
    (['performance', 'course', 'activity'] as const).map((kind) => [
      kind,
      pickSome(listFirsts(walk, kind), MAX_FACTS).map(({ id }) => id),
    ]),
  )
  const question: Question = { key: 'POST /api/live/facts', body, lang: walk.lang }
  const data = await walk.read(question)
  if (data === undefined) return
  for (const [kind, ids] of Object.entries(body)) {
    const told = new Set(readList(data, kind).map((fact) => readFirst(fact, 'id')))
    const missing = ids.filter((id) => !told.has(id))
    const expected = `facts of ${ids.join(', ')}`
    if (missing.length > 0) {
      walk.report(question, [
        { path: `data.${kind}`, expected, got: `none of ${missing.join(', ')}` },
      ])
    }
  }
}
