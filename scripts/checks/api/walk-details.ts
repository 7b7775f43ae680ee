import type { EndpointKey } from '#api/index.ts'
import type { Found, Walk } from './create-walk.ts'
import { ITEMS, kinds, type ReferenceKind, type ItemReference } from './find-references.ts'
import { pickFirstOfEach, pickSome, readFirst, readList } from './json.ts'
import type { ApiCall } from './api-call.ts'

/** Items of each kind whose live facts are requested in one call. */
const MAX_FACTS = 5

/** Further endpoints that take the id of an item. */
const COMPANIONS: Partial<Record<ReferenceKind, EndpointKey[]>> = {
  performance: ['GET /api/perform/ticket'],
  course: ['GET /api/course/applyinfo', 'GET /api/course/datelist'],
  activity: ['GET /api/course/activity_applyinfo'],
}

function listDistinct(walk: Walk, kind: ReferenceKind): Found<ItemReference>[] {
  const references = walk.references.filter((named) => named.kind === kind)
  return pickFirstOfEach(references, ({ id }) => id)
}

/** Reads a referenced item; a failure is reported for the response that contains the reference. */
async function readNamed(
  walk: Walk,
  named: Found<ItemReference>,
  isLookup: boolean,
): Promise<unknown> {
  const { kind, id, path } = named
  const { detail } = ITEMS[kind]
  const call = { key: detail, query: { id: String(id) } }
  const data = await (isLookup ? walk.read(call) : walk.readAllLanguages(call))
  walk.checkEcho(call, data, 'id', id)
  if (data !== undefined) return data
  const expected = `the ${kind.replace('_', ' ')} that ${detail}?id=${id} does not return`
  walk.report(named.call, [{ path, expected, got: `id ${id}` }])
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

async function readCompanions(
  walk: Walk,
  { kind, id }: ItemReference,
  detail: unknown,
): Promise<void> {
  for (const key of COMPANIONS[kind] ?? []) {
    // A course that is booked has no application form.
    const hasForm = readFirst(detail, 'application') !== null
    if (key === 'GET /api/course/applyinfo' && !hasForm) continue
    const data = await walk.readAllLanguages({ key, query: { id: String(id) } })
    if (key === 'GET /api/perform/ticket') await readTiers(walk, data)
  }
}

/** Reads some referenced items of each kind, in every language. */
export async function readDetails(walk: Walk): Promise<void> {
  const named = kinds.flatMap((kind) => pickSome(listDistinct(walk, kind), walk.limits.details))
  await walk.forEach(named, async (reference) => {
    const detail = await readNamed(walk, reference, false)
    if (detail !== undefined) await readCompanions(walk, reference, detail)
  })
  await readReferences(walk, named)
}

/** Checks, in one language, that items referenced by details exist. */
async function readReferences(walk: Walk, read: ItemReference[]): Promise<void> {
  const readKeys = new Set(read.map(({ kind, id }) => `${kind} ${id}`))
  const rest = kinds.flatMap((kind) => {
    const unread = listDistinct(walk, kind).filter(({ id }) => !readKeys.has(`${kind} ${id}`))
    return pickSome(unread, walk.limits.lookups)
  })
  await walk.forEach(rest, (reference) => readNamed(walk, reference, true))
}

/** Reads the live facts of existing items and checks that the response contains each of them. */
export async function readLiveFacts(walk: Walk): Promise<void> {
  const body = Object.fromEntries(
    (['performance', 'course', 'activity'] as const).map((kind) => [
      kind,
      pickSome(listDistinct(walk, kind), MAX_FACTS).map(({ id }) => id),
    ]),
  )
  const call: ApiCall = { key: 'POST /api/live/facts', body }
  const data = await walk.read(call)
  if (data === undefined) return
  for (const [kind, ids] of Object.entries(body)) {
    const returned = new Set(readList(data, kind).map((fact) => readFirst(fact, 'id')))
    const missing = ids.filter((id) => !returned.has(id))
    const expected = `facts of ${ids.join(', ')}`
    if (missing.length > 0) {
      walk.report(call, [{ path: `data.${kind}`, expected, got: `none of ${missing.join(', ')}` }])
    }
  }
}
