import type { Locale } from './locales.ts'
import type { MessageArea, MessageKey, Translate } from './messages.ts'

/** Message areas by kind of island; components shared by islands have separate kinds. */
export const ISLAND_AREAS = {
  application: ['application', 'countries', 'forms', 'errors'],
  booking: ['booking', 'errors'],
  calendar: ['calendar', 'states', 'errors'],
  card: ['card'],
  code: ['code', 'forms', 'errors'],
  courseApplication: ['application', 'upload', 'countries', 'forms', 'errors'],
  door: ['door', 'member', 'errors'],
  form: ['forms', 'errors'],
  login: ['login', 'sign_in', 'code', 'countries', 'forms', 'errors'],
  member: ['member', 'errors'],
  membership: ['membership', 'member', 'errors'],
  mobile: ['countries', 'forms', 'errors'],
  order: ['order', 'member', 'errors'],
  orderInfo: ['order_info', 'order', 'member', 'forms', 'errors'],
  pay: ['pay', 'member', 'errors'],
  search: ['search', 'common', 'errors'],
  signIn: ['sign_in'],
  success: ['pay', 'member', 'forms', 'errors'],
  tickets: ['tickets', 'member', 'states', 'errors'],
  upload: ['upload', 'forms', 'errors'],
  user: ['user', 'member', 'sign_in', 'code', 'countries', 'forms', 'errors'],
} as const satisfies Record<string, readonly MessageArea[]>

export type Island = keyof typeof ISLAND_AREAS
type AreaOf<I extends Island> = (typeof ISLAND_AREAS)[I][number]

export type IslandKey<I extends Island> = MessageKey<AreaOf<I>>
export type IslandTexts<I extends Island> = Translate<AreaOf<I>>

/** Props of the components of an island. */
export interface IslandPart<I extends Island> {
  locale: Locale
  t: IslandTexts<I>
}

/** Paths of an island's message files by area. */
export type IslandMessages<I extends Island> = Readonly<Record<AreaOf<I>, string>>

/** Props of an island on its page. */
export interface IslandProps<I extends Island> {
  locale: Locale
  messages: IslandMessages<I>
}
