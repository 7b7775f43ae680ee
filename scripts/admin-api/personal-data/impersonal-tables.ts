import type { Tables } from '../db/tables.ts'

/** Tables without a column that identifies a person directly or through another table. */
export const IMPERSONAL_TABLES = [
  // Hashes of single-use nonces.
  'used_nonce',
  // Settings of the installation.
  'setting',
  // Rows that transactions lock.
  'write_lock',
  // Content changes to be sent to the site.
  'content_delivery',
  // Delivery status of SMS by the gateway's message id, without recipients and texts.
  'sms_delivery',
  // A view of orders.
  'verified_order',
  // Records of the payment sandbox, by payment number.
  'sandbox_trade',
  'sandbox_refund',
  'sandbox_notice',
  // Content of the site.
  'content_source',
  'content_moment',
  'content_number',
  'media_source',
  'media',
  'legal_file',
  'search_doc',
  'search_token',
  'city',
  'venue',
  'hall',
  'genre',
  'discipline',
  'category',
  'artist',
  'performance',
  'performance_artist',
  'tier',
  'show',
  'show_tier',
  'course',
  'course_teacher',
  'course_package',
  'course_date',
  'activity',
  'activity_date',
  'news',
  'business_case',
  'member_package',
  'page',
  'content_text',
] as const satisfies (keyof Tables)[]
