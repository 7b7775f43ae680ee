import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendMessages } from '#scripts/admin-api/messages/outbox/send-messages.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { closeSound, createBuyer, paySandbox, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'

const EMAIL = 'lin@example.org'

let api: TestAdminApi
let buyer: Buyer
beforeEach(async () => {
  api = await openAdminApi()
  buyer = createBuyer(api, await createMember(api, '+8613800137000', { email: EMAIL, lang: 'en' }))
})
afterEach(() => closeSound(api))

/** Buys tickets of show 5. @returns the number of the order */
async function buyTickets(quantity = 2): Promise<string> {
  const { order_no } = await buyer.order({
    type: 'performance',
    show_id: 5,
    lines: [{ tier_id: 2, quantity }],
    expected_payable_fen: quantity * 18_050,
  })
  await paySandbox(api, await buyer.openPayment(order_no))
  return order_no
}

const send = () => sendMessages(api.deps, api.clock.now)

async function listOutbox(to: string) {
  const response = await api.app.request(`/outbox.json?${new URLSearchParams({ to })}`)
  return (await response.json()) as { text: string }[]
}

describe('a paid order', () => {
  test('is confirmed once, with its tickets, in the language of its buyer', async () => {
    const number = await buyTickets()
    expect(await listOutbox(EMAIL)).toEqual([])
    await send()
    const [mail, ...others] = await listOutbox(EMAIL)
    expect(others).toEqual([])
    expect(mail?.text).toContain('Your tickets: ')
    expect(mail?.text).toContain(number)
    api.clock.now += 3_600_000
    await send()
    expect(await listOutbox(EMAIL)).toHaveLength(1)
  })
})
