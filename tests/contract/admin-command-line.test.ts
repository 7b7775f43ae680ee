import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createConfig, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { closeSound, createBuyer, paySandbox, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'

/** Every command of the staff, with arguments that it understands. */
const COMMANDS = [
  'content import folder',
  'content check folder',
  'content list courses',
  'content set courses 1 title Dance --lang en',
  'content publish courses 1',
  'content unpublish courses 1',
  'orders list',
  'orders show ORDER1',
  'orders export orders.csv',
  'orders refund ORDER1',
  'shows cancel 5',
  'stock set 5 2 100',
  'grant verify +8613800137000',
  'revoke verify +8613800137000',
  'applications list',
  'applications show 1',
  'applications review 1',
  'applications accept 1',
  'applications waitlist 1',
  'applications decline 1',
  'applications withdraw 1',
  'applications reopen 1',
  'applications export applications.csv',
  'backup copy',
  'restore copy',
]
const nameOf = (line: string) => line.split(' ').slice(0, /^(backup|restore)/.test(line) ? 1 : 2)

const noConfig = () => {
  throw new Error('help needs no settings')
}
const runLine = (line: string) => runAdminLine(noConfig, line === '' ? [] : line.split(' '))

describe('npm run admin', () => {
  test('--help lists every command', async () => {
    const { code, output } = await runLine('--help')
    expect(code).toBe(0)
    const listed = [...output.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) (?:[<[]| {2})/gm)]
    const names = listed.map(([, name]) => name).filter((name) => name !== 'options')
    expect(names.toSorted()).toEqual(COMMANDS.map((line) => nameOf(line).join(' ')).toSorted())
  })

  test.each(COMMANDS)('%s has --help and refuses options that it does not have', async (line) => {
    const words = nameOf(line)
    const help = await runAdminLine(noConfig, [...words, '--help'])
    expect(help).toMatchObject({ code: 0, errors: '' })
    expect(help.output).toContain(`Usage: npm run admin -- ${words.join(' ')} `)

    const misused = await runAdminLine(noConfig, [...line.split(' '), '--helo'])
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
    ['shows cancel five', 'Expected a number, as the lists show it'],
  ])('refuses "%s" as misuse and says why', async (line, reason) => {
    const { code, errors } = await runLine(line)
    expect([code, errors]).toEqual([2, expect.stringContaining(reason)])
  })
})

describe('a destructive command', () => {
  let api: TestAdminApi
  let number: string
  beforeEach(async () => {
    api = await openAdminApi()
    const buyer = createBuyer(api, createMember(api, '+8613800137000'))
    const order = await buyer.order({
      type: 'performance',
      show_id: 5,
      lines: [{ tier_id: 2, quantity: 2 }],
      expected_payable_fen: 36_100,
    })
    number = order.order_no
    await paySandbox(api, await buyer.openPayment(number))
  })
  afterEach(() => closeSound(api))

  const run = (line: string, answer: boolean | null = null) =>
    runAdminLine(() => createConfig(api.dataDir), line.split(' '), answer)
  const readStatus = () =>
    api.db.prepare('SELECT status FROM "order" WHERE order_no = ?').get(number)?.['status']

  test('shows what it would do and refuses without --yes where nobody can be asked', async () => {
    const refund = await run(`orders refund ${number}`)
    expect([refund.code, refund.errors]).toEqual([2, expect.stringContaining('add --yes')])
    expect(refund.output).toContain('+8613800137000')
    expect(refund.output).toContain('Refund of 361.00 yuan; 2 ticket(s) become void')

    const cancel = await run('shows cancel 5')
    expect([cancel.code, cancel.errors]).toEqual([2, expect.stringContaining('add --yes')])
    expect(cancel.output).toContain(
      '1 paid order(s) of 1 member(s), 2 ticket(s): 361.00 yuan refunded',
    )
    expect(readStatus()).toBe('paid')
  })

  test('changes nothing on a dry run or when the answer is no', async () => {
    expect(await run('shows cancel 5 --dry-run')).toMatchObject({ code: 0, questions: [] })
    const { code, errors, questions } = await run('shows cancel 5', false)
    expect([code, errors, questions]).toEqual([1, 'Nothing was changed.', ['Cancel this show?']])
    expect(readStatus()).toBe('paid')
  })

  test('goes on when the answer is yes', async () => {
    const { code, questions } = await run(`orders refund ${number}`, true)
    expect([code, questions]).toEqual([0, ['Refund this order?']])
    expect(readStatus()).toBe('refunding')
  })
})

describe('lists', () => {
  let api: TestAdminApi
  beforeEach(async () => {
    api = await openAdminApi()
  })
  afterEach(() => closeSound(api))

  test('orders list finds orders by show and by phone', async () => {
    const one = createBuyer(api, createMember(api, '+8613800137000'))
    const other = createBuyer(api, createMember(api, '+8613800137001'))
    const orderTicket = (buyer: Buyer) =>
      buyer.order({
        type: 'performance',
        show_id: 5,
        lines: [{ tier_id: 2, quantity: 1 }],
        expected_payable_fen: 18_050,
      })
    const { order_no: first } = await orderTicket(one)
    const { order_no: second } = await orderTicket(other)

    const list = async (...options: string[]): Promise<string[]> => {
      const line = ['orders', 'list', '--json', ...options]
      const { output } = await runAdminLine(() => createConfig(api.dataDir), line)
      return JSON.parse(output).map((order: { order_no: string }) => order.order_no)
    }
    expect(await list('--show', '5')).toEqual([first, second])
    expect(await list('--show', '6')).toEqual([])
    expect(await list('--phone', '+8613800137001')).toEqual([second])
    expect(await list('--phone', '+8613800137001', '--status', 'paid')).toEqual([])
  })
})
