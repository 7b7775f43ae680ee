import type { BusinessCode } from './codes.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointKey } from './index.ts'

// Separate from the endpoints, because browsers import endpoints without descriptions.

/** Documentation of an endpoint. */
export interface Description {
  /** The purpose in one sentence. */
  summary: string
  /** Origin of the endpoint: a spec section, or `addition`. */
  source: 'spec 7' | 'addition'
  /** Business codes that the endpoint may return, besides general ones. */
  codes: readonly BusinessCode[]
}

const DESCRIPTIONS: Record<EndpointKey, Pick<Description, 'summary'> & Partial<Description>> = {
  'GET /api/index/init': {
    summary: 'Shared init data: site settings, cities, footer links, language, upload info',
  },
  'GET /api/index/banner': {
    summary: 'Banners of the home page, the first one leads',
  },
  'POST /api/index/calendar': {
    summary: 'Banner of the calendar page',
  },
  'GET /api/index/about': {
    summary: 'About page, long-form',
  },
  'GET /api/index/business': {
    summary: 'Business page, long-form, with its cases',
  },
  'POST /api/sms/send': {
    summary: 'Send a code to a phone number; the same answer for known and unknown numbers',
    codes: [500201, 500203, 500210, 500211, 500212, 500213, 500214],
  },
  'POST /api/user/login': {
    summary: 'Log in by phone number and code; an unknown number gets an account',
    codes: [500202, 500203, 500204, 500211],
  },
  'POST /api/user/{provider}_login': {
    summary:
      'Log in with the ID token of a third-party account; the first time requires a phone number',
    codes: [500202, 500203, 500204, 500205, 500208, 500211],
  },
  'POST /api/user/nonce': {
    summary: 'A nonce for one third-party sign-in, bound to this browser by a cookie',
    source: 'addition',
  },
  'POST /api/user/logout': {
    summary: 'End this session, or every session of the account',
    source: 'addition',
  },
  'POST /api/account/completeEmail': {
    summary: 'Complete the e-mail of the account: first send a code, then confirm it',
    codes: [500201, 500202, 500203, 500204, 500206, 500207, 500210, 500212],
  },
  'GET /api/account/profile': {
    summary: 'Read the own profile',
  },
  'POST /api/account/profile': {
    summary: 'Save the own profile; what is left out stays as it is',
    codes: [500405],
  },
  'POST /api/account/member': {
    summary: 'Own membership, balance and class hours, and the packages on offer',
  },
  'GET /api/account/sessions': {
    summary: 'Where the account is logged in, the latest first',
    source: 'addition',
  },
  'POST /api/account/end_session': {
    summary: 'Log one device out',
    source: 'addition',
  },
  'POST /api/account/confirm': {
    summary: 'Verify the own phone again, for changes that require a recent login',
    source: 'addition',
    codes: [500202, 500203, 500204],
  },
  'POST /api/account/change_mobile': {
    summary: 'Change the phone number: a code to the old number and one to the new',
    source: 'addition',
    codes: [500202, 500203, 500204, 500209],
  },
  'POST /api/account/bind': {
    summary: 'Bind a third-party account, from a fresh login',
    source: 'addition',
    codes: [500205, 500207, 500208],
  },
  'POST /api/account/unbind': {
    summary: 'Undo the binding of a third-party account, from a fresh login',
    source: 'addition',
    codes: [500207],
  },
  'POST /api/account/export': {
    summary: 'A link of five minutes to a ZIP file with everything stored about the member',
    source: 'addition',
    codes: [500207],
  },
  'GET /api/account/deletion': {
    summary: 'What keeps the account from being deleted, and what lapses with it',
    source: 'addition',
  },
  'POST /api/account/delete': {
    summary:
      'Request the deletion of the account: every session ends, a login until then cancels it',
    source: 'addition',
    codes: [500207, 500215],
  },
  'GET /api/account/applications': {
    summary: 'Own applications with their timeline, the latest first',
    source: 'addition',
  },
  'POST /api/account/messages': {
    summary: 'Own messages with where and when they were sent, the latest first',
    source: 'addition',
  },
  'GET /api/account/message_settings': {
    summary: 'Which messages the member gets, by which channel and in which language',
    source: 'addition',
  },
  'POST /api/account/message_settings': {
    summary: 'Save the settings of messages; what is left out stays as it is',
    source: 'addition',
  },
  'POST /api/upload/ticket': {
    summary: 'Request a one-time grant to upload one file directly to the storage provider',
    source: 'addition',
    codes: [500401, 500402, 500404],
  },
  'POST /api/upload/complete': {
    summary: 'Report a finished upload, in case the callback of the provider is lost',
    source: 'addition',
    codes: [500401, 500402, 500403, 500404, 500405, 500406, 500407, 500408],
  },
  'POST /api/upload/discard': {
    summary: 'Delete an own upload that no application uses',
    source: 'addition',
  },
  'POST /api/upload/link': {
    summary: 'A link to an own upload that is good for five minutes',
    source: 'addition',
  },
  'POST /api/upload/{provider}_callback': {
    summary: 'Confirm an upload: the storage provider calls it, its signature is checked',
    codes: [500401, 500402, 500403, 500404, 500405, 500406, 500407, 500408],
  },
  'GET /api/search/recommend': {
    summary: 'Search recommendations: words to try and items worth a look',
  },
  'GET /api/search/results': {
    summary: 'Search results by kind, the best few of each',
  },
  'GET /api/search/morelist': {
    summary: 'More search results of one kind, page by page',
  },
  'POST /api/order/list': {
    summary: 'Own orders, newest first, by type and status',
  },
  'GET /api/order/detail': {
    summary: 'One own order',
  },
  'POST /api/order/create': {
    summary: 'Create an order and hold its stock; needs an idempotency-key header',
    codes: [
      500101, 500102, 500104, 500105, 500108, 500109, 500110, 500111, 500112, 500114, 500117,
      500118, 500119, 500120, 500121,
    ],
  },
  'POST /api/order/pay': {
    summary: 'Pay an order: by balance at once, or by a code to scan with the phone',
    codes: [500103, 500106, 500107, 500113],
  },
  'POST /api/order/pay_h5': {
    summary: 'Pay an order on mobile web: an address that opens the payment app',
    codes: [500103, 500106, 500107],
  },
  'POST /api/order/pay_in_app': {
    summary:
      "Pay an order inside the provider's app: the page that identifies the payer, then the call",
    source: 'addition',
    codes: [500103, 500106, 500107],
  },
  'POST /api/order/verify': {
    summary: 'Verify a ticket by its QR code; the same nonce answers the same',
    codes: [500105, 500501, 500502],
  },
  'POST /api/order/quote': {
    summary: 'What a choice of tickets costs this buyer now, and how many more they may buy',
    source: 'addition',
  },
  'POST /api/order/cancel': {
    summary: 'Cancel an own unpaid order: what it held is free at once',
    source: 'addition',
    codes: [500103, 500107],
  },
  'POST /api/order/extend': {
    summary: 'Hold an unpaid order a little longer, at most 45 minutes in all',
    source: 'addition',
    codes: [500103, 500107, 500115],
  },
  'POST /api/order/refund': {
    summary: 'Give an own paid order back: its tickets are void at once, the money follows',
    source: 'addition',
    codes: [500112, 500116],
  },
  'POST /api/order/invoice': {
    summary: 'Request the invoice of an own paid order, or change the request until it is issued',
    source: 'addition',
    codes: [500123, 500124],
  },
  'POST /api/order/quote_exchange': {
    summary: 'What an exchange of own tickets for others of the same performance costs now',
    source: 'addition',
    codes: [500108, 500109, 500116, 500122],
  },
  'POST /api/order/exchange': {
    summary:
      'Exchange own tickets for others of the same performance; the old ones are valid until it is paid',
    source: 'addition',
    codes: [500101, 500104, 500105, 500108, 500109, 500110, 500112, 500116, 500120, 500121, 500122],
  },
  'POST /api/order/refund_tickets': {
    summary: 'Refund single tickets of an own paid order; the others stay valid',
    source: 'addition',
    codes: [500104, 500105, 500112, 500116, 500122],
  },
  'POST /api/order/undo_verify': {
    summary: 'Take an own admission back, within five minutes',
    source: 'addition',
    codes: [500502],
  },
  'GET /api/order/door': {
    summary: 'Shows of the day with how many are expected and inside, for who verifies tickets',
    source: 'addition',
    codes: [500502],
  },
  'POST /api/course/eligibility': {
    summary: 'Whether this visitor can book a course time, at what price, and why not',
    source: 'addition',
  },
  'GET /api/course/index': {
    summary: 'Course index: featured courses, courses by category, course news',
  },
  'GET /api/course/list': {
    summary: 'Courses page by page, by category, city and state',
  },
  'GET /api/course/detail': {
    summary: 'One course with its dates, packages, teachers and long-form text',
  },
  'GET /api/course/calendar': {
    summary: 'Course calendar of a month, as the build reads it',
  },
  'POST /api/course/calendar': {
    summary: 'Course calendar of a month, as the calendar island reads it',
  },
  'GET /api/course/datelist': {
    summary: 'Dated times of one course or of all, from a day on (today when left out)',
  },
  'GET /api/course/news_detail': {
    summary: 'One course news item',
  },
  'GET /api/course/news_list': {
    summary: 'News of the courses, newest first',
    source: 'addition',
  },
  'GET /api/course/applyinfo': {
    summary: 'What the course application form needs, incl. whether the member already applied',
  },
  'POST /api/course/apply': {
    summary: 'Send a course application; one per person and course',
    codes: [500301, 500302, 500303, 500304, 500405],
  },
  'GET /api/course/activity_datelist': {
    summary: 'Dates of activities with the activity each belongs to, from a day on',
  },
  'GET /api/course/activity_detail': {
    summary: 'One activity with its dates and long-form text',
  },
  'GET /api/course/activity_applyinfo': {
    summary: 'What the activity application form needs, incl. whether the member already applied',
  },
  'POST /api/course/activity_apply': {
    summary: 'Send an activity application; one per person and activity',
    codes: [500301, 500302, 500303, 500304],
  },
  'POST /api/live/facts': {
    summary: 'States and places left now of everything that a page shows, in one call',
    source: 'addition',
  },
  'GET /api/perform/index': {
    summary: 'Performance index: on sale, coming, past, tours by city, news',
  },
  'GET /api/perform/list': {
    summary: 'Performances page by page, the next to play first',
  },
  'GET /api/perform/detail': {
    summary: 'One performance with its shows, prices, cast and long-form text',
  },
  'GET /api/perform/ticket': {
    summary: 'Dates and price tiers of a performance for buying, with places left now',
  },
  'GET /api/perform/ticket_query': {
    summary: 'Places left now for one show and tier',
  },
  'POST /api/perform/calendar': {
    summary: 'Performance calendar of a month',
  },
  'GET /api/perform/news_detail': {
    summary: 'One performance news item',
  },
  'GET /api/perform/news_list': {
    summary: 'News of the performances, newest first',
    source: 'addition',
  },
  'GET /api/artist/config': {
    summary: 'Artist page configuration: the season of artists and the disciplines',
  },
  'GET /api/artist/artist_list': {
    summary: 'Artists page by page',
  },
  'GET /api/artist/news_list': {
    summary: 'News of the artists, newest first',
  },
  'GET /api/artist/artist_detail': {
    summary: 'One artist with works, long-form text and news',
  },
  'GET /api/artist/news_detail': {
    summary: 'One news item of the artists',
  },
}

const byName = new Map(Object.entries(DESCRIPTIONS))

/** The description of an endpoint; without a source it is part of the specification. */
export function describeEndpoint({ method, path }: Pick<Endpoint, 'method' | 'path'>): Description {
  const description = byName.get(`${method} ${path}`)
  if (!description) throw new Error(`${method} ${path} has no description`)
  return { source: 'spec 7', codes: [], ...description }
}
