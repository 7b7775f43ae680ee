import type { BusinessCode } from './codes.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointKey } from './index.ts'

// Separate from the endpoints, because browsers import endpoints without descriptions.

/** Summaries of endpoints that are not in the specification. */
const ADDITIONS = {
  'POST /api/user/nonce': 'A nonce for one third-party sign-in, bound to this browser by a cookie',
  'POST /api/user/logout': 'End this session, or every session of the account',
  'GET /api/account/sessions': 'Active sessions of the account, latest first',
  'POST /api/account/end_session': 'End the session of one device',
  'POST /api/account/confirm':
    'Verify own phone again, for changes that require a recent verification',
  'POST /api/account/change_mobile':
    'Change the phone number, with a code sent to the old number and one to the new',
  'POST /api/account/bind': 'Bind a third-party account; requires a recent verification',
  'POST /api/account/unbind': 'Unbind a third-party account; requires a recent verification',
  'POST /api/account/export':
    'Link to a ZIP file with all data of the member, valid for five minutes',
  'GET /api/account/deletion':
    'What blocks the deletion of the account, and what would be lost with it',
  'POST /api/account/delete':
    'Request deletion of the account: all sessions end; a login before the due time cancels it',
  'GET /api/account/applications': 'Own applications with their timeline, latest first',
  'POST /api/account/messages': 'Own messages with channels and times of sending, latest first',
  'GET /api/account/message_settings':
    'Own message settings: optional messages by channel, and language',
  'POST /api/account/message_settings': 'Save own message settings; omitted fields stay unchanged',
  'POST /api/upload/ticket':
    'Request a one-time grant to upload one file directly to the storage provider',
  'POST /api/upload/complete':
    'Report a finished upload, in case the callback of the provider is lost',
  'POST /api/upload/discard': 'Delete an own upload that no application uses',
  'POST /api/upload/link': 'Link to an own upload, valid for five minutes',
  'POST /api/order/pay_in_app':
    "Pay an order inside the provider's app: first identifies the payer, then returns the request",
  'POST /api/order/quote':
    'Current price of a ticket selection for this buyer, and how many more they may buy',
  'POST /api/order/cancel': 'Cancel an own unpaid order; its hold is released immediately',
  'POST /api/order/extend': 'Extend the hold of an unpaid order, to at most 45 minutes in total',
  'POST /api/order/refund':
    'Refund an own paid order: tickets are void immediately, the repayment follows',
  'POST /api/order/invoice':
    'Request the invoice of an own paid order, or change the request until it is issued',
  'POST /api/order/quote_exchange':
    'Current price of exchanging own tickets for others of the same performance',
  'POST /api/order/exchange':
    'Exchange own tickets for others of the same performance; the old ones are valid until payment',
  'POST /api/order/refund_tickets':
    'Refund single tickets of an own paid order; the others stay valid',
  'POST /api/order/undo_verify': 'Undo an own admission within five minutes',
  'GET /api/order/door': 'Shows of the day with tickets sold and admitted, for door staff',
  'POST /api/course/eligibility':
    'Whether this visitor can book a course date, at what price, or why not',
  'GET /api/course/news_list': 'News of the courses, newest first',
  'POST /api/live/facts': 'Current states and places left of all items on a page, in one call',
  'GET /api/perform/news_list': 'News of the performances, newest first',
} satisfies Partial<Record<EndpointKey, string>>

/** Summaries of the endpoints of spec section 7. New endpoints belong in `ADDITIONS`, although the compiler reports them here. */
const SPECIFIED: Record<Exclude<EndpointKey, keyof typeof ADDITIONS>, string> = {
  'GET /api/index/init':
    'Shared init data: site settings, cities, footer links, language, upload info',
  'GET /api/index/banner': 'Banners of the home page, the leading one first',
  'POST /api/index/calendar': 'Banner of the calendar page',
  'GET /api/index/about': 'About page, long-form',
  'GET /api/index/business': 'Business page, long-form, with its cases',
  'POST /api/sms/send':
    'Send a code to a phone number; the response does not reveal whether it is registered',
  'POST /api/user/login': 'Log in by phone number and code; an unknown number gets an account',
  'POST /api/user/{provider}_login':
    'Log in with the ID token of a third-party account; the first time requires a phone number',
  'POST /api/account/completeEmail':
    'Complete the e-mail of the account: first send a code, then confirm it',
  'GET /api/account/profile': 'Read own profile',
  'POST /api/account/profile': 'Save own profile; omitted fields stay unchanged',
  'POST /api/account/member': 'Own membership, balance and class hours, and the packages on offer',
  'POST /api/upload/{provider}_callback':
    'Confirm an upload: signed callback of the storage provider',
  'GET /api/search/recommend': 'Search recommendations: suggested words and items',
  'GET /api/search/results': 'Search results by kind, the best matches of each',
  'GET /api/search/morelist': 'More search results of one kind, page by page',
  'POST /api/order/list': 'Own orders, newest first, by type and status',
  'GET /api/order/detail': 'One own order',
  'POST /api/order/create':
    'Create an order and hold its stock; requires an idempotency-key header',
  'POST /api/order/pay':
    'Pay an order: immediately by balance, or by a QR code to scan with a phone',
  'POST /api/order/pay_h5': 'Pay an order on mobile web: an address that opens the payment app',
  'POST /api/order/verify':
    'Verify a ticket by its QR code; a repeated nonce returns the same result',
  'GET /api/course/index': 'Course index: featured courses, courses by category, course news',
  'GET /api/course/list': 'Courses page by page, filtered by category, city and state',
  'GET /api/course/detail': 'One course with its dates, packages, teachers and long-form text',
  'GET /api/course/calendar': 'Course calendar of a month, for the build',
  'POST /api/course/calendar': 'Course calendar of a month, for the calendar island',
  'GET /api/course/datelist': 'Dates of one course or of all courses, from a day (default: today)',
  'GET /api/course/news_detail': 'One course news item',
  'GET /api/course/applyinfo':
    'Data of the course application form, including whether the member has applied',
  'POST /api/course/apply': 'Send a course application; one per person and course',
  'GET /api/course/activity_datelist':
    'Dates of activities with their activity, from a day (default: today)',
  'GET /api/course/activity_detail': 'One activity with its dates and long-form text',
  'GET /api/course/activity_applyinfo':
    'Data of the activity application form, including whether the member has applied',
  'POST /api/course/activity_apply': 'Send an activity application; one per person and activity',
  'GET /api/perform/index': 'Performance index: on sale, coming, past, tours by city, news',
  'GET /api/perform/list': 'Performances page by page, those with the next show first',
  'GET /api/perform/detail': 'One performance with its shows, prices, cast and long-form text',
  'GET /api/perform/ticket':
    'Shows and price tiers of a performance for buying, with current places left',
  'GET /api/perform/ticket_query': 'Current places left for one show and tier',
  'POST /api/perform/calendar': 'Performance calendar of a month',
  'GET /api/perform/news_detail': 'One performance news item',
  'GET /api/artist/config': 'Artist page configuration: the season of artists and the disciplines',
  'GET /api/artist/artist_list': 'Artists page by page',
  'GET /api/artist/news_list': 'News of the artists, newest first',
  'GET /api/artist/artist_detail': 'One artist with works, long-form text and news',
  'GET /api/artist/news_detail': 'One news item of the artists',
}

/** The codes of endpoints that return others than general ones. */
const CODES: Partial<Record<EndpointKey, readonly BusinessCode[]>> = {
  'POST /api/account/confirm': [500202, 500203, 500204],
  'POST /api/account/change_mobile': [500202, 500203, 500204, 500209, 500211],
  'POST /api/account/bind': [500205, 500207, 500208],
  'POST /api/account/unbind': [500207],
  'POST /api/account/export': [500207],
  'POST /api/account/delete': [500207, 500215],
  'POST /api/upload/ticket': [500401, 500402, 500404],
  'POST /api/upload/complete': [500401, 500402, 500403, 500404, 500405, 500406, 500407, 500408],
  'POST /api/order/pay_in_app': [500103, 500106, 500107],
  'POST /api/order/quote': [500126],
  'POST /api/order/cancel': [500103, 500106, 500107],
  'POST /api/order/extend': [500103, 500107, 500115],
  'POST /api/order/refund': [500112, 500116],
  'POST /api/order/invoice': [500123, 500124],
  'POST /api/order/quote_exchange': [500108, 500109, 500116, 500122, 500126],
  'POST /api/order/exchange': [
    500101, 500104, 500105, 500108, 500109, 500110, 500112, 500116, 500120, 500121, 500122, 500126,
  ],
  'POST /api/order/refund_tickets': [500104, 500105, 500112, 500116, 500122],
  'POST /api/order/undo_verify': [500502],
  'GET /api/order/door': [500502],
  'POST /api/sms/send': [500201, 500203, 500210, 500211, 500212, 500213, 500214],
  'POST /api/user/login': [500202, 500203, 500204, 500211],
  'POST /api/user/{provider}_login': [500202, 500203, 500204, 500205, 500208, 500211],
  'POST /api/account/completeEmail': [
    500201, 500202, 500203, 500204, 500206, 500207, 500210, 500212,
  ],
  'POST /api/account/profile': [500405],
  'POST /api/upload/{provider}_callback': [
    500401, 500402, 500403, 500404, 500405, 500406, 500407, 500408,
  ],
  'POST /api/order/create': [
    500101, 500102, 500104, 500105, 500108, 500109, 500110, 500111, 500112, 500114, 500117, 500118,
    500119, 500120, 500121, 500125, 500126,
  ],
  'POST /api/order/pay': [500103, 500106, 500107, 500113],
  'POST /api/order/pay_h5': [500103, 500106, 500107],
  'POST /api/order/verify': [500105, 500201, 500501, 500502],
  'POST /api/course/apply': [500105, 500301, 500302, 500303, 500304, 500405],
  'POST /api/course/activity_apply': [500105, 500301, 500302, 500303, 500304],
}

const additions = new Map<string, string>(Object.entries(ADDITIONS))
const specified = new Map<string, string>(Object.entries(SPECIFIED))
const codes = new Map<string, readonly BusinessCode[]>(Object.entries(CODES))

/** The purpose of an endpoint in one sentence, its origin, and its codes besides general ones. */
export function describeEndpoint({ method, path }: Pick<Endpoint, 'method' | 'path'>) {
  const key = `${method} ${path}`
  const summary = additions.get(key) ?? specified.get(key)
  if (summary === undefined) throw new Error(`${key} has no description`)
  const source = additions.has(key) ? 'addition' : 'spec 7'
  return { summary, source, codes: codes.get(key) ?? [] }
}
