import type { Generated } from 'kysely'
import type { ApplicationRecord } from '#api/application.ts'
import type { BusinessCode } from '#api/codes.ts'
import type { Locale } from '#api/language.ts'
import type { CodePurpose } from '#api/one-time-code.ts'
import type { UploadKind } from '#api/upload.ts'
import type { Json } from './json.ts'

// Times are epoch milliseconds. Codes, tokens and nonces are stored as hashes only.

export type Channel = 'sms' | 'email'
export type EventSubject = 'application' | 'order'

export interface MemberTables {
  user: {
    id: Generated<number>
    mobile: string
    nickname: string
    gender: 'male' | 'female' | null
    birthday: string | null
    email: string | null
    city_id: number | null
    avatar_upload_id: number | null
    disabled: Generated<0 | 1>
    /** Language of messages; null until the member has logged in with one. */
    lang: Locale | null
    created_at: number
  }
  user_identity: {
    provider: string
    subject: string
    user_id: number
    name: string
    bound_at: number
  }
  used_nonce: { provider: string; nonce_hash: string; expires_at: number }
  session: {
    id: Generated<number>
    user_id: number
    token_hash: string
    cookie_hash: string
    /** The hashes before the last rotation. */
    previous_token_hash: string | null
    previous_cookie_hash: string | null
    /** Expiry of the previous pair; null until the new one was used, as the response with it may be lost. */
    previous_until: number | null
    rotated_at: number
    device: string
    address: string
    created_at: number
    last_seen_at: number
    expires_at: number
    /** When the phone was last verified; some changes require a recent verification. */
    confirmed_at: number
  }
  one_time_code: {
    id: Generated<number>
    channel: Channel
    target: string
    purpose: CodePurpose | 'email'
    device_hash: string
    address: string
    user_id: number | null
    code_hash: string
    attempts: Generated<number>
    state: Generated<'live' | 'used' | 'replaced' | 'dead' | 'unsent'>
    created_at: number
    expires_at: number
  }
  failed_code: { target: string; device_hash: string; address: string; at: number }
  /** Browsers that have used a code sent to a phone number or e-mail address, with the time of last use. */
  known_device: { target: string; device_hash: string; used_at: number }
  /** Messages of the outbox provider; empty with other providers. */
  message: {
    id: Generated<number>
    channel: Channel
    target: string
    text: string
    created_at: number
  }
  /** Delivery status of SMS, without recipients and texts. */
  sms_delivery: {
    id: Generated<number>
    gateway: string
    message_id: string
    purpose: string
    state: Generated<'accepted' | 'delivered' | 'failed'>
    reason: Generated<string>
    sent_at: number
    reported_at: number | null
  }
  upload: {
    id: Generated<number>
    user_id: number
    kind: UploadKind
    /** Name of the stored object: random, not the member's file name. */
    key: string
    name: string
    bytes: number
    mime: string
    duration_s: number | null
    state: Generated<'open' | 'received' | 'ready' | 'refused' | 'deleted'>
    refusal: BusinessCode | null
    ticket_expires_at: number
    created_at: number
    ready_at: number | null
  }
  application: {
    id: Generated<number>
    kind: ApplicationRecord['kind']
    item_id: number
    user_id: number
    status: ApplicationRecord['status']
    /** JSON of the submitted form. */
    answers: string
    submitted_at: number
    decided_at: number | null
    /** When staff allowed the member to apply again; this application no longer counts. */
    reopened_at: number | null
  }
  application_upload: { application_id: number; upload_id: number }
  /** Append-only: events of applications and orders. */
  event_log: {
    id: Generated<number>
    subject: EventSubject
    subject_id: number
    event: string
    data: string
    at: number
  }
  /** Append-only: logins and staff actions. */
  audit_log: {
    id: Generated<number>
    action: string
    user_id: number | null
    data: Json<Record<string, string | number | null>>
    at: number
  }
  idempotency_key: {
    user_id: number
    key: string
    endpoint: string
    body_hash: string
    answer: string
    created_at: number
  }
  /** Consent given at login, once per version of a legal text. */
  consent: {
    user_id: number
    document: 'user_agreement' | 'privacy_policy'
    /** Hash of the text; its file is `files/<hash>` in the data folder. */
    hash: string
    name: string
    agreed_at: number
  }
  /** A member's last request to delete the account. */
  account_deletion: {
    user_id: number
    state: 'scheduled' | 'cancelled' | 'done'
    requested_at: number
    due_at: number
    /** When it was cancelled or done; null while scheduled. */
    ended_at: number | null
  }
}
