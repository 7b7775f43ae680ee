/**
 * Business codes (500001 to 599999 reach the caller, spec section 8) by area: 5001xx order,
 * 5002xx SMS and login, 5003xx application, 5004xx upload, 5005xx door, 5009xx maintenance.
 * The value is the key of its text in `i18n/<locale>/errors.json`.
 */
export const BUSINESS_CODES = {
  500101: 'sold_out',
  500102: 'account_limit',
  500103: 'order_closed',
  500104: 'price_changed',
  500105: 'key_reused',
  500106: 'provider_busy',
  500107: 'already_paid',
  500108: 'sale_not_started',
  500109: 'sale_ended',
  500110: 'insufficient',
  500111: 'order_limit',
  500112: 'pending_order',
  500113: 'balance_too_low',
  500114: 'already_booked',
  500115: 'no_more_time',
  500116: 'not_refundable',
  500117: 'booking_not_open',
  500118: 'same_time_booking',
  500119: 'application_needed',
  500120: 'not_sold_online',
  500121: 'too_many_unpaid',
  500122: 'tickets_not_refundable',
  500123: 'invoice_issued',
  500124: 'no_invoice',
  500125: 'paid_order',
  500126: 'members_first',
  500201: 'too_often',
  500202: 'wrong_code',
  500203: 'locked',
  500204: 'code_expired',
  500205: 'sign_in_refused',
  500206: 'email_taken',
  500207: 'confirm_identity',
  500208: 'account_bound_elsewhere',
  500209: 'mobile_taken',
  500210: 'message_not_sent',
  500211: 'wrong_mobile',
  500212: 'login_closed',
  500213: 'challenge_required',
  500214: 'country_not_served',
  500215: 'account_in_use',
  500301: 'already_applied',
  500302: 'application_full',
  500303: 'application_not_started',
  500304: 'application_ended',
  500401: 'wrong_file_type',
  500402: 'file_too_large',
  500403: 'video_too_long',
  500404: 'quota_reached',
  500405: 'upload_ticket_invalid',
  500406: 'infected_file',
  500407: 'active_pdf',
  500408: 'file_not_checked',
  500501: 'ticket_invalid',
  500502: 'no_right_to_verify',
  500901: 'not_yet',
  500902: 'maintenance',
  500903: 'out_of_service',
  500904: 'no_space',
  500905: 'too_many_calls',
} as const

export type BusinessCode = keyof typeof BUSINESS_CODES
export type BusinessKey = (typeof BUSINESS_CODES)[BusinessCode]

/** The message key of a business code; undefined for an unknown code of an external API. */
export function findBusinessKey(code: number): BusinessKey | undefined {
  const keys: Record<number, BusinessKey | undefined> = BUSINESS_CODES
  return keys[code]
}

/** Rate limit exceeded: HTTP 429 with `Retry-After`. */
export const TOO_MANY_CALLS = 500905 satisfies BusinessCode

/** Temporary refusals: the same call may succeed later. */
const TEMPORARY = new Set([500408, 500902, 500903, 500904, TOO_MANY_CALLS])

export const isTemporary = (code: number): boolean => TEMPORARY.has(code)
