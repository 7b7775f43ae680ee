// node tests/load/attack-login.ts: denial-of-service attacks on a member's login, against an in-process API
// with its own clock. Prints for each attack whether the member can still log in, next to the result before
// codes and attempts were limited by device. Exits with 1 if an attack succeeds.
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { createVisitor, readCode, type Visitor } from '#tests/support/visitor.ts'

const MOBILE = '+8613800138000'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LOGIN = 'POST /api/user/login'

const logInWith = (code: string, mobile = MOBILE) => ({ body: { mobile, code, agreed: true } })

interface Attack {
  name: string
  before: string
  /** @returns the attempts, and whether the member can log in afterwards */
  run(api: TestAdminApi): Promise<{ tried: string; works: boolean }>
}

let attackers = 0
/** An attacker with a new browser and IP address, who solves every challenge. */
function createAttacker(api: TestAdminApi): Visitor {
  attackers += 1
  return createVisitor(api, {
    address: `203.${attackers >> 16}.${(attackers >> 8) & 255}.${attackers & 255}`,
  })
}

/** The member's browser, which logged in a month ago. */
async function createOwner(api: TestAdminApi): Promise<Visitor> {
  const owner = createVisitor(api)
  await owner.logIn(MOBILE)
  await owner.call('POST /api/user/logout', { body: { everywhere: false } })
  owner.state.token = ''
  api.clock.now += 30 * 24 * HOUR
  return owner
}

/** Whether a code can be requested and used. */
async function canLogIn(api: TestAdminApi, visitor: Visitor, mobile = MOBILE): Promise<boolean> {
  if ((await visitor.sendCode(mobile)).code !== 200) return false
  return (await visitor.call(LOGIN, logInWith(await readCode(api, mobile), mobile))).code === 200
}

async function countSent(send: () => Promise<{ code: number }>, times: number, pause: () => void) {
  let sent = 0
  for (let n = 0; n < times; n += 1) {
    if ((await send()).code === 200) sent += 1
    pause()
  }
  return sent
}

const ATTACKS: readonly Attack[] = [
  {
    name: 'guesses while the member waits for the code',
    before: '10 tries: right code refused (500203) for 30 minutes',
    async run(api) {
      const owner = createVisitor(api)
      await owner.sendCode(MOBILE)
      const right = await readCode(api, MOBILE)
      const wrong = right === '000000' ? '000001' : '000000'
      for (let n = 0; n < 1000; n += 1) await createAttacker(api).call(LOGIN, logInWith(wrong))
      const { code } = await owner.call(LOGIN, logInWith(right))
      return { tried: '1,000 tries', works: code === 200 }
    },
  },
  {
    name: 'a code requested after the one of the member',
    before: '1 send: the code of the member is replaced',
    async run(api) {
      const owner = createVisitor(api)
      await owner.sendCode(MOBILE)
      const right = await readCode(api, MOBILE)
      api.clock.now += MINUTE
      const { code: sent } = await createAttacker(api).sendCode(MOBILE)
      const { code } = await owner.call(LOGIN, logInWith(right))
      return { tried: `1 send (${sent})`, works: code === 200 }
    },
  },
  {
    name: 'codes requested all day for the number, known browser of the member',
    before: '10 sends: no SMS for 24 hours',
    async run(api) {
      const owner = await createOwner(api)
      const send = () => createAttacker(api).sendCode(MOBILE)
      const sent = await countSent(send, 96, () => (api.clock.now += 15 * MINUTE))
      return { tried: `96 requests, ${sent} sent`, works: await canLogIn(api, owner) }
    },
  },
  {
    name: 'the same from one IP address, new browser of the member elsewhere',
    before: '10 sends: no SMS for 24 hours',
    async run(api) {
      const send = () => createVisitor(api, { address: '203.0.113.66' }).sendCode(MOBILE)
      const sent = await countSent(send, 24, () => (api.clock.now += HOUR))
      const works = await canLogIn(api, createVisitor(api))
      return { tried: `24 requests, ${sent} sent`, works }
    },
  },
  {
    name: 'codes requested for numbers of one prefix, new browser',
    before: '50 sends: 10,000 numbers wait for an hour, again and again',
    async run(api) {
      let n = 0
      const send = () => {
        n += 1
        return createAttacker(api).sendCode(`+861390013${String(n).padStart(4, '0')}`)
      }
      const sent = await countSent(send, 60, () => {})
      const works = await canLogIn(api, createVisitor(api), '+8613900139000')
      return { tried: `60 requests, ${sent} sent`, works }
    },
  },
  {
    name: 'codes requested for all numbers until the budget of the hour is used up, known browser',
    before: '500 sends (17 addresses): no SMS to any number for an hour',
    async run(api) {
      const owner = await createOwner(api)
      let n = 0
      const send = () => {
        n += 1
        const mobile = `+86139${String((n * 10_007) % 100_000_000).padStart(8, '0')}`
        return createAttacker(api).sendCode(mobile)
      }
      const sent = await countSent(send, 450, () => (api.clock.now += 1000))
      return { tried: `450 requests, ${sent} sent`, works: await canLogIn(api, owner) }
    },
  },
  {
    name: 'wrong codes from the IP address of the member, known browser',
    before: '30 tries: right code refused (500203) for 30 minutes',
    async run(api) {
      const owner = await createOwner(api)
      for (let n = 0; n < 8; n += 1) {
        const guesser = createVisitor(api)
        const mobile = `+861390013900${n}`
        await guesser.sendCode(mobile)
        const wrong = (await readCode(api, mobile)) === '000000' ? '000001' : '000000'
        for (let guess = 0; guess < 5; guess += 1) {
          await guesser.call(LOGIN, logInWith(wrong, mobile))
        }
      }
      return { tried: '40 tries', works: await canLogIn(api, owner) }
    },
  },
]

for (const { name, before, run } of ATTACKS) {
  const api = await openAdminApi()
  const started = performance.now()
  const { tried, works } = await run(api)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  await api.close()
  console.log(name)
  console.log(`  before  ${before}`)
  console.log(
    `  now     ${tried} (${seconds} s): the member ${works ? 'logs in' : 'cannot log in'}`,
  )
  if (!works) process.exitCode = 1
}
