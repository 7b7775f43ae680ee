import type { LiveKind } from '#api/live.ts'
import type { Tone } from '#i18n/state-labels.ts'

/** The state beside an action. It follows the live facts. */
interface ActionState {
  label: string
  tone: Tone
  live: { kind: LiveKind; id: number; counted?: boolean; quietWhen?: string; state: string }
}

/**
 * What a reader can do with an item now: shown in the head of its page and in the bar that stays in sight.
 * - `act`: buy, book or apply; `price` and `note` (the nearest date) stand beside the button
 * - `wait`: possible later; `calendar` is the address of its dates as iCalendar
 * - `over`: no longer possible, and why
 */
export type ItemAction =
  | {
      kind: 'act'
      label: string
      href: string
      price: string | null
      note: string | null
      state: ActionState
    }
  | { kind: 'wait'; label: string; calendar: string }
  | { kind: 'over'; label: string }
