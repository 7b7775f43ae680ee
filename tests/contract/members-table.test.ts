import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import { endSession } from '#scripts/admin-api/sessions/sessions.ts'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember, openSession } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import { createOwner, readState } from './members-seed.ts'
import type { Owner } from './members-seed.ts'
import { ROWS } from './members-table.ts'
import type { Try } from './members-table.ts'

/** Number of ids of each kind that a stranger tries. */
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

// The contract's map is exactly these keys.
const keys = Object.keys(endpoints) as EndpointKey[]
const members = keys.filter((key) => endpoints[key].login !== 'none')
const required = members.filter((key) => endpoints[key].login === 'required')
const optional = members.filter((key) => endpoints[key].login === 'optional')

const listTries = (key: EndpointKey): Try[] => ROWS[key]?.tries(owner) ?? []
const firstTry = (key: EndpointKey): Try => listTries(key)[0] ?? {}

function expectNoSecrets(response: unknown, request: unknown): void {
  const [text, sentText] = [JSON.stringify(response), JSON.stringify(request) ?? '']
  for (const secret of owner.secrets) {
    if (!sentText.includes(secret)) expect(text).not.toContain(secret)
  }
}

test('every call with optional or required login has a row in the table', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(members.toSorted())
})

type Credentials = Record<string, string>
const CREDENTIALS: Record<string, () => Credentials | Promise<Credentials>> = {
  'no token': () => ({ cookie: owner.member.headers.cookie }),
  'a placeholder token': () => ({ ...owner.member.headers, token: '2' }),
  '“undefined”': () => ({ ...owner.member.headers, token: 'undefined' }),
  garbage: () => ({ ...owner.member.headers, token: 'v1.' + '\u{e9}x'.repeat(20) }),
  SQL: () => ({ ...owner.member.headers, token: `v1.' OR 1=1 --${'x'.repeat(30)}` }),
  'an unknown token': () => ({ ...owner.member.headers, token: `v1.${'a'.repeat(43)}` }),
  'a token without its cookie': () => ({ token: owner.member.headers.token }),
  'a token with a foreign cookie': () => ({
    token: owner.member.headers.token,
    cookie: stranger.headers.cookie,
  }),
  'a foreign token with the own cookie': () => ({
    token: stranger.headers.token,
    cookie: owner.member.headers.cookie,
  }),
  'two different tokens': () => ({
    ...owner.member.headers,
    authorization: `Bearer ${stranger.headers.token}`,
  }),
  'an expired session': () => openInvalidSession({ expires_at: 1 }),
  'an idle session': () => openInvalidSession({ last_seen_at: 1 }),
  'an ended session': () => openInvalidSession(null),
}

/** Credentials of an expired, idle or ended session of the owner. */
async function openInvalidSession(
  set: { expires_at: number } | { last_seen_at: number } | null,
): Promise<Credentials> {
  const client = { address: '203.0.113.9', deviceHash: '', device: 'Old' }
  const { id, member } = await openSession(api, owner.member.id, { client })
  await api.db.transaction(async (trx) => {
    if (set === null) await endSession(trx, owner.member.id, id)
    else await trx.updateTable('session').set(set).where('id', '=', id).execute()
  })
  return { ...member.headers }
}

describe.each(Object.keys(CREDENTIALS))('with %s', (name) => {
  test('a member call gets 401, no data, and has no effect', { tags: ['S6.02'] }, async () => {
    const headers = (await CREDENTIALS[name]?.()) ?? {}
    const before = await readState(api)
    for (const key of required) {
      const { response, envelope } = await api.call(key, { ...firstTry(key), headers })
      expect([key, response.status, envelope.code]).toEqual([key, 401, 401])
      expect([key, envelope.data]).toEqual([key, null])
    }
    expect(await readState(api)).toBe(before)
  })

  test('other calls treat the caller as a visitor', async () => {
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

describe('another logged-in member', () => {
  test.each(members)('gets no data and has no effect with ids of the owner: %s', async (key) => {
    const before = await readState(api, owner.member.id)
    const tries = listTries(key)
    for (const request of tries) {
      // Another one each time, because some calls are limited per account.
      const { headers } = await createMember(api)
      const { envelope } = await api.call(key, { ...request, headers })
      expectNoSecrets(envelope, request)
      if (tries.length > 1) expect([400, 403, 404, 500405]).toContain(envelope.code)
      const { emptyData } = ROWS[key] ?? {}
      if (emptyData) expect(envelope.data).toMatchObject(emptyData)
    }
    expect(await readState(api, owner.member.id)).toBe(before)
  })

  test.each(members.filter((key) => ROWS[key]?.worksForOwner))(
    'is refused where the owner succeeds: %s',
    async (key) => {
      const { headers } = owner.member
      const { envelope } = await api.call(key, { ...firstTry(key), headers })
      expect([key, envelope.code]).toEqual([key, 200])
    },
  )
})
