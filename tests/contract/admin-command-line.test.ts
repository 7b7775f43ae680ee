import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'
import { readRow, runSql } from '#tests/support/database.ts'

/** Commands that staff and their scripts rely on. */
const STABLE_COMMANDS =
  `applications accept, applications decline, applications export, applications list,
  applications reopen, applications review, applications show, applications waitlist,
  applications withdraw, backup, content check, content import, content list, content publish,
  content set, content unpublish, dates cancel, dates list, grant verify, members list, orders exchange, orders export,
  orders list, orders refund, orders show, packages list, restore, revoke verify, shows cancel, shows list,
  stock set, tiers list`.split(/,\s+/)

const noConfig = () => {
  throw new Error('help needs no settings')
}
const runLine = (line: string) => runAdminLine({ dataDir: '' }, line, { readConfig: noConfig })

/** Names of the commands that `--help` lists. */
async function listCommands(): Promise<string[]> {
  const { output } = await runLine('--help')
  const commands = output.slice(output.indexOf('Commands:'))
  return [...commands.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?)(?= [<[]| {2}|$)/gm)].map(
    ([, name = '']) => name,
  )
}
const commands = await listCommands()

describe('npm run admin', () => {
  test('--help lists every command', async () => {
    expect((await runLine('--help')).code).toBe(0)
    expect(commands).toEqual(expect.arrayContaining(STABLE_COMMANDS))
  })

  // `content reference` writes a document of the repository.
  const ofStaff = commands.filter((name) => name !== 'content reference')
  test.each(ofStaff)('%s is in docs/staff-commands.md', (name) => {
    const row = new RegExp(`^\\| .*\\b${name.replace(' ', ' .*\\b')}\\b.* \\| `, 'm')
    expect(readFileSync('docs/staff-commands.md', 'utf8')).toMatch(row)
  })

  test.each(commands)('%s has --help and refuses unknown options', async (name) => {
    const help = await runLine(`${name} --help`)
    expect(help).toMatchObject({ code: 0, errors: '' })
    expect(help.output).toContain(`Usage: npm run admin -- ${name} `)

    const misused = await runLine(`${name} --helo`)
    expect(misused).toMatchObject({ code: 2, output: '' })
    expect(misused.errors).toContain("unknown option '--helo'\n(Did you mean --help?)")
    expect(misused.errors.split('\n').length).toBeLessThanOrEqual(3)
  })

  test.each([
    ['ordrs list', "unknown command 'ordrs'\n(Did you mean orders?)"],
    ['orders lst', "unknown command 'lst'\n(Did you mean list?)"],
    ['orders show', "missing required argument 'order_no'"],
    ['orders list extra', 'too many arguments'],
    ['orders list --phone 123', 'Expected a number such as +8613800138000'],
    ['database copy --to mysql://host/name', '--to expects a URL like postgres://'],
    ['dates cancel five', 'Expected a number, as shown in the lists'],
    ['shows cancel five', 'Expected a number, as shown in the lists'],
  ])('refuses "%s" with a usage error and the reason', async (line, reason) => {
    const { code, errors } = await runLine(line)
    expect([code, errors]).toEqual([2, expect.stringContaining(reason)])
  })
})

describe('destructive commands', () => {
  let api: TestAdminApi
  let number: string
  beforeEach(async () => {
    api = await openAdminApi()
    const buyer = createBuyer(api, await createMember(api, '+8613800137000'))
    number = await buyer.buy(buildTicketOrder(2))
  })
  afterEach(() => checkAndClose(api))

  const run = (line: string, answer: boolean | null = null) => runAdminLine(api, line, { answer })
  const readStatus = async () =>
    (await readRow(api.db, sql`SELECT status FROM "order" WHERE order_no = ${number}`))?.['status']

  test('show the plan and require --yes without a terminal', async () => {
    const refund = await run(`orders refund ${number}`)
    expect([refund.code, refund.errors]).toEqual([2, expect.stringContaining('add --yes')])
    expect(refund.output).toContain('+8613800137000')
    expect(refund.output).toContain('Refund of 361.00 yuan; 2 tickets become void')

    const cancel = await run('shows cancel 5')
    expect([cancel.code, cancel.errors]).toEqual([2, expect.stringContaining('add --yes')])
    expect(cancel.output).toContain('1 paid order of 1 member, 2 tickets: 361.00 yuan refunded')
    expect(await readStatus()).toBe('paid')
  })

  test('count the tickets of a refund that are used', async () => {
    const setState = (state: string) =>
      runSql(
        api.db,
        sql`UPDATE ticket SET state = ${state} WHERE id = (SELECT min(id) FROM ticket)`,
      )
    await setState('used')
    const { output } = await run(`orders refund ${number} --dry-run`)
    expect(output).toContain('1 ticket becomes void, 1 stays used')
    // The invariants require a scan for a used ticket.
    await setState('valid')
  })

  test('count the orders that do not come back with a restored show', async () => {
    await run('shows cancel 5 --yes')
    const restore = await run('content set performances 1 shows.5.cancelled false')
    expect([restore.code, restore.errors]).toEqual([0, ''])
    expect(restore.output).toContain('Show 5 takes place again. 1 order for it ended')
    expect(await readStatus()).toBe('refunding')
  })

  test('change nothing on --dry-run or when the confirmation is declined', async () => {
    expect(await run('shows cancel 5 --dry-run')).toMatchObject({ code: 0, questions: [] })
    const { code, errors, questions } = await run('shows cancel 5', false)
    expect([code, errors, questions]).toEqual([1, 'Nothing was changed.', ['Cancel this show?']])
    expect(await readStatus()).toBe('paid')
  })

  test('proceed when confirmed', async () => {
    const { code, questions } = await run(`orders refund ${number}`, true)
    expect([code, questions]).toEqual([0, ['Refund this order?']])
    expect(await readStatus()).toBe('refunding')
  })
})

describe('list commands', () => {
  let api: TestAdminApi
  beforeEach(async () => {
    api = await openAdminApi()
  })
  afterEach(() => checkAndClose(api))

  test('filter orders by show and by phone', async () => {
    const one = createBuyer(api, await createMember(api, '+8613800137000'))
    const other = createBuyer(api, await createMember(api, '+8613800137001'))
    const orderTicket = (buyer: Buyer) => buyer.order(buildTicketOrder(1))
    const { order_no: first } = await orderTicket(one)
    const { order_no: second } = await orderTicket(other)

    const list = async (...options: string[]): Promise<string[]> => {
      const line = ['orders', 'list', '--json', ...options]
      const { output } = await runAdminLine(api, line)
      return JSON.parse(output).map((order: { order_no: string }) => order.order_no)
    }
    expect(await list('--show', '5')).toEqual([first, second])
    expect(await list('--show', '6')).toEqual([])
    expect(await list('--phone', '+8613800137001')).toEqual([second])
    expect(await list('--phone', '+8613800137001', '--status', 'paid')).toEqual([])
  })

  const list = async (line: string): Promise<Record<string, unknown>[]> => {
    const words = [...line.split(' '), '--json']
    const { code, output } = await runAdminLine(api, words)
    expect(code).toBe(0)
    return JSON.parse(output)
  }

  test('count of removed price levels only the places that are taken', async () => {
    const buyer = createBuyer(api, await createMember(api))
    await buyer.order(buildTicketOrder(1))
    const listPlaces = async (line: string, id: number) =>
      (await list(line)).filter((row) => row['id'] === id).map(({ stock, held }) => [stock, held])
    const tiers = await list('tiers list 5')
    const others = tiers.filter(({ id }) => id !== 2).map(({ stock }) => Number(stock))
    await runSql(api.db, sql`UPDATE tier SET published = 0 WHERE id = 2`)
    expect(await listPlaces('tiers list 5', 2)).toEqual([[1, 1]])
    const total = others.reduce((sum, stock) => sum + stock, 1)
    expect(await listPlaces('shows list --all', 5)).toEqual([[total, 1]])
  })

  test('show the ids that other commands take', async () => {
    await createMember(api, '+8613800137000')
    const listIds = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id)
    const [first] = await list('shows list --all')
    expect(listIds(await list('shows list --all'))).toContain(5)
    const performance = String(first?.['performance_id'])
    expect(listIds(await list(`shows list --all --performance ${performance}`))).toContain(
      first?.['id'],
    )
    expect(await list('shows list --all --performance 999')).toEqual([])
    expect(await list('tiers list 5')).toContainEqual(
      expect.objectContaining({ id: 2, sold: 0, held: 0 }),
    )
    expect((await list('dates list --all')).length).toBeGreaterThan(0)
    const types = (await list('packages list')).map(({ type }) => type)
    expect(new Set(types)).toEqual(new Set(['course', 'member']))
    expect(await list('members list 37000')).toMatchObject([{ mobile: '+8613800137000' }])
    expect(await list('members list 99999')).toEqual([])
    expect(await list('sessions list 13800137000')).toMatchObject([
      { last_seen_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+08:00$/) },
    ])
  })
})

test('commands of English sites print English titles and expect no Chinese', async () => {
  vi.stubEnv('SITE_LOCALES', 'en')
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  const support = await import('#tests/support/admin-api.ts')
  const { runStaffLine } = await import('#tests/support/run-admin.ts')
  const api = await support.openAdminApi()
  onTestFinished(() => api.close())
  const list = (line: string) => runStaffLine(api, line)
  expect(await list('shows list --all')).toMatch(/ Teahouse$/m)
  expect(await list('tiers list 5')).toMatch(/ B /)
  expect(await list('dates list --all')).not.toMatch(/\p{Script=Han}/u)
  expect(await list('packages list')).not.toMatch(/\p{Script=Han}/u)

  const root = support.copyFixture(api.dataDir)
  const performance = join(root, 'performances/teahouse.yaml')
  support.editFile(performance, /^title: .*$/m, 'title: { en: Teahouse }')
  expect(await list(`content check ${root}`)).not.toContain('Chinese')
  support.editFile(performance, /^title: .*$/m, 'title: { zh-cn: 茶馆 }')
  expect(await list(`content check ${root}`)).toMatch(/lack English in places: .*teahouse/)
})
