import { respond } from './plant-fault.ts'
import type { Fault } from './plant-fault.ts'

export const TOKEN = 'token-of-a-member'
const TIME = '2027-05-08T19:30:00+08:00'
const ORDER_NUMBER = '20270508ABCD'
const now = new Date().toISOString()
// oxfmt-ignore
export const order = {
  type: 'recharge', order_no: ORDER_NUMBER, status: 'paid', title: 'Top-up', image: null,
  quantity: 1, created_at: TIME, paid_at: TIME, expires_at: null, remaining_ms: 0,
  original_fen: 5000, member_discount_fen: 0, payable_fen: 5000, rule: 'regular',
  cancel_reason: null, paid_late: false, refund: null, pay_methods: [], events: [],
  actions: { pay: false, cancel: false, refund: false, extend: false }, server_time: now,
}
// oxfmt-ignore
const profile = {
  user_id: 1, nickname: 'Lin', gender: null, birthday: null, mobile: '+8613800138000',
  bound_accounts: [], avatar: null, email: null, city_id: null,
}
// oxfmt-ignore
const membership = {
  membership: { status: 'none' }, balance_fen: 0, class_hours: [], packages: [], server_time: now,
}

const applied = { id: 7, status: 'received', submitted_at: TIME }
const applications = [
  {
    ...applied,
    kind: 'activity',
    subject: { id: 1, name: 'Open day' },
    events: [{ status: 'received', at: TIME }],
    files: [],
    files_deleted_at: null,
  },
]
const device = { id: 1, current: true, device: 'Firefox', address: '203.0.113.*' }
const sessions = [{ ...device, created_at: TIME, last_seen_at: TIME }]

// oxfmt-ignore
const deletion = {
  blockers: [], losses: { balance_fen: 0, class_hours: 0, membership_until: null },
  cooling_off_days: 14, cancelled_at: null, server_time: now,
}

const RESPONSES: Partial<Record<string, unknown>> = {
  'GET /api/account/profile': profile,
  'POST /api/account/member': membership,
  'GET /api/account/sessions': { sessions, server_time: now },
  'POST /api/account/messages': { items: [], page: 1, size: 20, total: 0 },
  'GET /api/account/message_settings': { lang: 'en', choices: [] },
  'GET /api/account/deletion': deletion,
  'GET /api/account/applications': { applications, server_time: now },
}

/** Simulates a member with one order and one application at the embedded API. */
export const simulateMember: Fault = async ({ call, headers, url, request, forward }) => {
  if (headers.get('token') !== TOKEN) return undefined
  if (RESPONSES[call] !== undefined) return respond(RESPONSES[call])
  if (call === 'GET /api/course/activity_applyinfo') {
    const { data } = Object(await (await forward()).json())
    return respond({ ...data, applied })
  }
  if (call === 'GET /api/order/detail') {
    const isKnown = url.searchParams.get('order_no') === ORDER_NUMBER
    return isKnown ? respond(order) : respond(null, 404)
  }
  if (call !== 'POST /api/order/list') return undefined
  const { page = 1, size = 24 } = await request.json()
  return respond({ items: page === 1 ? [order] : [], page, size, total: 1 })
}
