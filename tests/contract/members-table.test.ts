import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember, openSession } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import { createOwner, readState } from './members-seed.ts'
import type { Owner } from './members-seed.ts'
import { ROWS } from './members-table.ts'
import type { Try } from './members-table.ts'

/** How many ids of each kind a stranger tries. */
const IDS = 100

let api: TestAdminApi
let owner: Owner
let stranger: TestMember
beforeAll(async () => {
  api = await openAdminApi()
  owner = await createOwner(api, IDS)
  stranger = await createMember(api)
})
afterAll(() => api.close())

// The contract's map is made of exactly these keys.
const keys = Object.keys(endpoints) as EndpointKey[]
const members = keys.filter((key) => endpoints[key].login !== 'none')
const required = members.filter((key) => endpoints[key].login === 'required')
const optional = members.filter((key) => endpoints[key].login === 'optional')

const listTries = (key: EndpointKey): Try[] => ROWS[key]?.tries(owner) ?? []
const firstTry = (key: EndpointKey): Try => listTries(key)[0] ?? {}

function expectNoSecrets(answer: unknown, given: unknown): void {
  const [text, known] = [JSON.stringify(answer), JSON.stringify(given) ?? '']
  for (const secret of owner.secrets) {
    if (!known.includes(secret)) expect(text).not.toContain(secret)
  }
}

test('every call that knows its caller has a line in the table', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(members.toSorted())
})

type Credentials = Record<string, string>
const CREDENTIALS: Record<string, () => Credentials | Promise<Credentials>> = {
  'no token': () => ({ cookie: owner.member.headers.cookie }),
  'a token that was not read yet': () => ({ ...owner.member.headers, token: '2' }),
  '“undefined”': () => ({ ...owner.member.headers, token: 'undefined' }),
  garbage: () => ({ ...owner.member.headers, token: 'v1.' + '\u{e9}x'.repeat(20) }),
  SQL: () => ({ ...owner.member.headers, token: `v1.' OR 1=1 --${'x'.repeat(30)}` }),
  'a token of nobody': () => ({ ...owner.member.headers, token: `v1.${'a'.repeat(43)}` }),
  'a token without its cookie': () => ({ token: owner.member.headers.token }),
  'a token with the cookie of somebody else': () => ({
    token: owner.member.headers.token,
    cookie: stranger.headers.cookie,
  }),
  'the token of somebody else with the own cookie': () => ({
    token: stranger.headers.token,
    cookie: owner.member.headers.cookie,
  }),
  'two tokens that disagree': () => ({
    ...owner.member.headers,
    authorization: `Bearer ${stranger.headers.token}`,
  }),
  'an expired session': () => openAndSpoil({ expires_at: 1 }),
  'a session that was idle too long': () => openAndSpoil({ last_seen_at: 1 }),
  'a session that ended': () => openAndSpoil(null),
}

/** Credentials of a session of the owner that is good no more. */
async function openAndSpoil(
  set: { expires_at: number } | { last_seen_at: number } | null,
): Promise<Credentials> {
  const client = { address: '203.0.113.9', deviceHash: '', device: 'Old' }
  const { id, member } = await openSession(api, owner.member.id, { client })
  await api.db.transaction(async (trx) => {
    if (set === null) await api.deps.sessions.end(trx, owner.member.id, id)
    else await trx.updateTable('session').set(set).where('id', '=', id).execute()
  })
  return { ...member.headers }
}

describe.each(Object.keys(CREDENTIALS))('with %s', (name) => {
  test(
    'a call for members answers 401, tells nothing and does nothing',
    { tags: ['S6.02'] },
    async () => {
      const headers = (await CREDENTIALS[name]?.()) ?? {}
      const before = await readState(api)
      for (const key of required) {
        const { response, envelope } = await api.call(key, { ...firstTry(key), headers })
        expect([key, response.status, envelope.code]).toEqual([key, 401, 401])
        expect([key, envelope.data]).toEqual([key, null])
      }
      expect(await readState(api)).toBe(before)
    },
  )

  test('any other call takes its caller for a visitor', async () => {
    const headers = (await CREDENTIALS[name]?.()) ?? {}
    for (const key of optional) {
      const before = await readState(api, owner.member.id)
      const { envelope } = await api.call(key, { ...firstTry(key), headers })
      expectNoSecrets(envelope, firstTry(key))
      expect([key, await readState(api, owner.member.id)]).toEqual([key, before])
      if (key.endsWith('applyinfo')) expect(envelope.data).toMatchObject({ applied: null })
    }
  })
})

describe('somebody else, logged in', () => {
  test.each(members)(`%s: no id of the owner does anything, and nothing is told`, async (key) => {
    const before = await readState(api, owner.member.id)
    const { headers } = await createMember(api)
    const tries = listTries(key)
    for (const given of tries) {
      const { envelope } = await api.call(key, { ...given, headers })
      expectNoSecrets(envelope, given)
      if (tries.length > 1) expect([400, 403, 404, 500405]).toContain(envelope.code)
      const { nothing } = ROWS[key] ?? {}
      if (nothing) expect(envelope.data).toMatchObject(nothing)
    }
    expect(await readState(api, owner.member.id)).toBe(before)
  })

  test.each(members.filter((key) => ROWS[key]?.worksForOwner))(
    '%s works for the owner: it is the stranger who is refused',
    async (key) => {
      const { headers } = owner.member
      const { envelope } = await api.call(key, { ...firstTry(key), headers })
      expect([key, envelope.code]).toEqual([key, 200])
    },
  )
})
