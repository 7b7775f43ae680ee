import type { LiveKind } from '#api/live.ts'
import type { SiteContent } from '#content/site.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'
import type { Tone } from '#i18n/state-labels.ts'

/** What an action depends on besides its item. */
export interface ActionContext<Setting extends keyof SiteContent> {
  site: Pick<SiteContent, Setting>
  locale: Locale
  t: Translate
}

/** The state of an item. `live` identifies the item, so that live facts can refresh the label. */
export interface ItemState {
  label: string
  tone: Tone
  live?: {
    kind: LiveKind
    id: number
    /** Shows the places left, if any, instead of the state. */
    isCounted?: boolean
    /** The state in which the label is hidden. */
    quietWhen?: string
    state?: string
  }
}

/**
 * The current action of an item, shown in the head of its page and in the sticky bar.
 * - `act`: buy, book or apply; `price` and `note` (the next date) are beside the button
 * - `wait`: possible later; `calendar` is the URL of its dates as iCalendar
 * - `over`: not possible now; `label` is the reason, which live facts refresh by `live`, their kind and id
 */
export type ItemAction =
  | {
      kind: 'act'
      label: string
      href: string
      price: string | null
      note: string | null
      state: ItemState
    }
  | { kind: 'wait'; label: string; calendar: string }
  | { kind: 'over'; label: string; live?: string }
