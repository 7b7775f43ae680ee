import type { EndpointKey } from '#api/index.ts'
import { activityForm } from './application-forms.ts'
import type { Owner } from './members-seed.ts'

/** A call that a stranger makes with known or guessed ids of the owner. */
export interface Try {
  query?: Record<string, string | number>
  body?: unknown
}

export interface Row {
  /** Calls with the ids of the owner; one call without ids if the contract takes none. */
  tries(owner: Owner): Try[]
  /** Data that a stranger without data gets, for responses whose leak no secret text would reveal. */
  emptyData?: object
  /** The owner succeeds with the first of these calls, so the refusals are due to the stranger. */
  worksForOwner?: true
}

const NONCE = 'n'.repeat(16)
const own = (body?: unknown): Row => ({ tries: () => [{ body }] })
const byOrder = (more: object = {}): Row => ({
  tries: ({ orderNumbers }) => orderNumbers.map((order_no) => ({ body: { order_no, ...more } })),
})
const EXCHANGE = { ticket_ids: [1], show_id: 5, tier_id: 2 }
const byUpload = (more: object = {}): Row => ({
  tries: ({ uploadIds }) => uploadIds.map((upload_id) => ({ body: { upload_id, ...more } })),
  worksForOwner: true,
})

/**
 * Every call with optional or required login. A new call without a row here fails the test, so that
 * its author considers which ids a stranger could send.
 */
export const ROWS: Partial<Record<EndpointKey, Row>> = {
  // Login optional: more for members.
  'POST /api/sms/send': {
    tries: ({ mobile }) => [{ body: { mobile, purpose: 'confirm' } }],
  },
  'POST /api/user/logout': own({ everywhere: true }),
  'GET /api/course/applyinfo': {
    tries: () => [{ query: { id: 2 } }],
    emptyData: { applied: null },
    worksForOwner: true,
  },
  'GET /api/course/activity_applyinfo': {
    tries: () => [{ query: { id: 1 } }],
    emptyData: { applied: null },
    worksForOwner: true,
  },
  'POST /api/order/quote': own({ show_id: 1, lines: [{ tier_id: 1, quantity: 1 }] }),
  'POST /api/course/eligibility': own({ course_date_id: 1 }),

  // The account.
  'GET /api/account/profile': { tries: () => [{}], worksForOwner: true },
  'POST /api/account/profile': {
    tries: ({ avatarIds }) => avatarIds.map((avatar_upload_id) => ({ body: { avatar_upload_id } })),
    worksForOwner: true,
  },
  'POST /api/account/member': { tries: () => [{}], worksForOwner: true },
  'GET /api/account/sessions': { tries: () => [{}], worksForOwner: true },
  'POST /api/account/end_session': {
    tries: ({ sessionIds }) => sessionIds.map((id) => ({ body: { id } })),
  },
  'POST /api/account/export': own(),
  'GET /api/account/deletion': { tries: () => [{}], worksForOwner: true },
  'POST /api/account/delete': own(),
  'POST /api/account/confirm': own({ code: '123456' }),
  'POST /api/account/change_mobile': {
    tries: ({ mobile }) => [{ body: { confirm_code: '123456', mobile, code: '123456' } }],
  },
  'POST /api/account/completeEmail': own({ step: 'confirm', email: 'x@y.org', code: '123456' }),
  'POST /api/account/bind': own({ provider: 'google', credential: 'x', nonce: NONCE }),
  'POST /api/account/unbind': own({ provider: 'google' }),

  // Applications and their files.
  'GET /api/account/applications': {
    tries: () => [{}],
    emptyData: { applications: [] },
    worksForOwner: true,
  },
  'POST /api/account/messages': {
    tries: () => [{}],
    emptyData: { items: [], total: 0 },
    worksForOwner: true,
  },
  'GET /api/account/message_settings': { tries: () => [{}], worksForOwner: true },
  'POST /api/account/message_settings': own({
    choices: [{ message: 'show_reminder', channel: 'mail', is_on: false }],
  }),
  'POST /api/course/apply': {
    tries: ({ courseForm }) => [{ body: courseForm }],
    worksForOwner: true,
  },
  'POST /api/course/activity_apply': own(activityForm),
  'POST /api/upload/ticket': own({ kind: 'resume', name: 'a.pdf', bytes: 9, mime: '' }),
  'POST /api/upload/complete': {
    tries: ({ uploadIds, tickets }) =>
      uploadIds.map((upload_id, index) => ({ body: { upload_id, ticket: tickets[index] } })),
    worksForOwner: true,
  },
  'POST /api/upload/discard': byUpload(),
  'POST /api/upload/link': {
    // In reverse order: the first upload was discarded.
    tries: ({ uploadIds }) => uploadIds.toReversed().map((upload_id) => ({ body: { upload_id } })),
    worksForOwner: true,
  },

  // Orders, and verification at the door.
  'POST /api/order/list': {
    tries: () => [{}],
    emptyData: { items: [], total: 0 },
    worksForOwner: true,
  },
  'GET /api/order/detail': {
    tries: ({ orderNumbers }) => orderNumbers.map((order_no) => ({ query: { order_no } })),
    worksForOwner: true,
  },
  'POST /api/order/create': own({ type: 'recharge', amount_fen: 5000 }),
  'POST /api/order/pay': byOrder({ method: 'balance' }),
  'POST /api/order/pay_h5': byOrder({ method: 'balance' }),
  'POST /api/order/pay_in_app': byOrder({ method: 'wechat' }),
  'POST /api/order/cancel': { ...byOrder(), worksForOwner: true },
  'POST /api/order/extend': byOrder(),
  'POST /api/order/refund': byOrder(),
  'POST /api/order/refund_tickets': byOrder({ ticket_ids: [1], expected_refund_fen: 0 }),
  'POST /api/order/quote_exchange': byOrder(EXCHANGE),
  'POST /api/order/exchange': byOrder({
    ...EXCHANGE,
    expected_payable_fen: 0,
    expected_refund_fen: 0,
  }),
  'POST /api/order/invoice': byOrder({
    invoice: { kind: 'person', title: 'Somebody', email: 'somebody@example.org' },
  }),
  'POST /api/order/verify': own({ code: 'T1ABCDEFGH', nonce: NONCE }),
  'POST /api/order/undo_verify': own({ nonce: NONCE }),
  'GET /api/order/door': own(),
}
