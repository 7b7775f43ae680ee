import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { createMember } from '#tests/support/member.ts'
import type { TestMember } from '#tests/support/member.ts'
import { findRow, requestTicket } from '#tests/support/upload.ts'
import { createUpload } from './application-forms.ts'
import { runSql } from '#tests/support/database.ts'

let api: TestAdminApi
let member: TestMember
beforeEach(async () => {
  api = await openAdminApi()
  member = await createMember(api, '+8613800138000')
})
afterEach(() => api.close())

const readProfile = () => api.read('GET /api/account/profile', { headers: member.headers })
const save = async (body: object, lang: 'zh-cn' | 'en' = 'en') => {
  const { headers } = member
  const { envelope } = await api.call('POST /api/account/profile', { headers, body, lang })
  return envelope
}

describe('profile', () => {
  test(
    'of a new member contains the mobile number and the nickname',
    { tags: ['S3.24', 'S7.16'] },
    async () => {
      expect(await readProfile()).toEqual({
        user_id: member.id,
        nickname: 'Lin',
        gender: null,
        birthday: null,
        mobile: '+8613800138000',
        bound_accounts: [],
        avatar: null,
        email: null,
        city_id: null,
      })
    },
  )

  test(
    'is saved, and the response is the updated profile',
    { tags: ['S3.25', 'S3.26', 'S7.17'] },
    async () => {
      const avatar = await createUpload(api, member, 'avatar')
      const changes = { nickname: ' 小林 ', gender: 'female', birthday: '2004-02-29', city_id: 2 }
      const saved = await save({ ...changes, avatar_upload_id: avatar })
      expect(saved).toMatchObject({ code: 200, data: { ...changes, nickname: '小林' } })
      const profile = await readProfile()
      expect(saved.data).toEqual(profile)
      expect(profile.avatar).toMatch(/^\/api\/upload\/avatar\/key-\d+\.webp$/)
    },
  )

  test('strips control, bidi and invisible characters from a nickname but keeps emoji', async () => {
    await save({ nickname: '\u202e小\u0000林\u001b[2J\n👩‍👩‍👧‍👦' })
    expect((await readProfile()).nickname).toBe('小林[2J 👩‍👩‍👧‍👦')
    expect((await save({ nickname: '\u200b\u200d\u2066' })).code).toBe(400)
    expect((await readProfile()).nickname).toBe('小林[2J 👩‍👩‍👧‍👦')
  })

  test('keeps omitted fields and clears fields set to null', async () => {
    const avatar_upload_id = await createUpload(api, member, 'avatar')
    const whole = { gender: 'male', birthday: '1990-01-31', city_id: 1, avatar_upload_id }
    await save(whole)
    const before = await readProfile()
    await save({})
    expect(await readProfile()).toEqual(before)
    await save({ nickname: 'Wang' })
    expect(await readProfile()).toEqual({ ...before, nickname: 'Wang' })
    await save({ gender: null, birthday: null, city_id: null, avatar_upload_id: null })
    const empty = { gender: null, birthday: null, city_id: null, avatar: null }
    expect(await readProfile()).toEqual({ ...before, ...empty, nickname: 'Wang' })
  })

  test('deletes a replaced picture, which otherwise would use up the quota of uploads', async () => {
    const ids: number[] = []
    for (let count = 0; count < 6; count += 1) {
      const avatar_upload_id = await createUpload(api, member, 'avatar')
      ids.push(avatar_upload_id)
      await save({ avatar_upload_id })
    }
    await save({ nickname: 'Wang' })
    const states = await Promise.all(ids.map(async (id) => (await findRow(api, id))?.state))
    expect(states).toEqual([...Array.from({ length: 5 }, () => 'deleted'), 'ready'])
    expect((await requestTicket(api, member)).envelope.code).toBe(200)
    await save({ avatar_upload_id: null })
    expect((await findRow(api, ids.at(-1) ?? 0))?.state).toBe('deleted')
  })

  test('lists linked third-party accounts', async () => {
    await runSql(
      api.db,
      sql`INSERT INTO user_identity VALUES ('google', 'subject-1', ${member.id}, 'Lin Xiaoman', ${api.clock.now})`,
    )
    expect((await readProfile()).bound_accounts).toEqual([
      { provider: 'google', name: 'Lin Xiaoman', bound_at: '2027-05-05T12:00:00+08:00' },
    ])
  })
})

describe('birthday', () => {
  test.each(['1900-01-01', '2000-02-29', '2024-12-31', '2027-05-05'])('accepts %s', async (day) => {
    expect((await save({ birthday: day })).code).toBe(200)
  })

  test.each([
    '2027-05-06',
    '9999-12-31',
    '1899-12-31',
    '0001-01-01',
    '1900-02-29',
    '2001-02-29',
    '2001-04-31',
    '2001-13-01',
    '2001-1-1',
    '2001-01-01T00:00:00Z',
    '',
    20010101,
  ])('rejects %s', { tags: ['S3.26'] }, async (day) => {
    const { code, msg } = await save({ nickname: 'Changed', birthday: day })
    expect([code, msg]).toEqual([400, expect.stringContaining('(birthday: ')])
    expect((await readProfile()).nickname).toBe('Lin')
  })

  test('may be today in the time zone of the venue, even if UTC is still on the day before', async () => {
    api.clock.now = Date.parse('2027-05-06T00:30:00+08:00')
    expect((await save({ birthday: '2027-05-06' })).code).toBe(200)
  })
})

describe('invalid profile changes', () => {
  test.each([
    ['nickname', ''],
    ['nickname', '   '],
    ['nickname', 'x'.repeat(41)],
    ['nickname', null],
    ['gender', 'other'],
    ['gender', ''],
    ['city_id', 999],
    ['city_id', 0],
    ['city_id', '1'],
    ['avatar_upload_id', 1.5],
  ])('are rejected as a whole: %s (%#)', async (field, value) => {
    const { code, msg } = await save({ birthday: '2000-01-01', [field]: value })
    expect([code, msg]).toEqual([400, expect.stringContaining(`(${field}: `)])
    expect((await readProfile()).birthday).toBeNull()
  })

  test('are rejected for an unchecked upload, a non-avatar, and another member’s avatar', async () => {
    const ids = [
      await createUpload(api, member, 'avatar', { state: 'received' }),
      await createUpload(api, member, 'resume'),
      await createUpload(api, await createMember(api), 'avatar'),
      9999,
    ]
    for (const id of ids) {
      expect((await save({ nickname: 'Changed', avatar_upload_id: id })).code).toBe(500405)
    }
    expect(await readProfile()).toMatchObject({ nickname: 'Lin', avatar: null })
  })

  test('ignore fields that a member cannot write', async () => {
    const foreign = { user_id: 99, mobile: '+8613900000000', email: 'x@example.org', disabled: 1 }
    const { data } = await save({ ...foreign, nickname: 'Wang' })
    expect(data).toEqual({ ...(await readProfile()), nickname: 'Wang' })
    expect(data).toMatchObject({ user_id: member.id, mobile: '+8613800138000', email: null })
  })
})
