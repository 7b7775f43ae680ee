import type { LiveKind } from '#api/live.ts'
import type { MessageKey } from './messages.ts'

/** Emphasis of a label: normal, in the accent colour, struck through, or secondary. */
export type Tone = 'plain' | 'urgent' | 'over' | 'quiet'
export interface Label {
  key: MessageKey
  tone: Tone
}

// Labels of the states of the contract. A state without a label is a type error at its use.

export const SHOW_LABELS = {
  not_on_sale: { key: 'states:show_not_on_sale', tone: 'quiet' },
  on_sale: { key: 'states:show_on_sale', tone: 'plain' },
  few_left: { key: 'states:show_few_left', tone: 'urgent' },
  all_held: { key: 'states:show_all_held', tone: 'quiet' },
  sold_out: { key: 'states:show_sold_out', tone: 'over' },
  sale_ended: { key: 'states:show_sale_ended', tone: 'quiet' },
  cancelled: { key: 'states:show_cancelled', tone: 'over' },
  moved: { key: 'states:show_moved', tone: 'urgent' },
} as const satisfies Record<string, Label>

export const PERFORMANCE_LABELS = {
  coming: { key: 'states:performance_coming', tone: 'quiet' },
  on_sale: { key: 'states:performance_on_sale', tone: 'plain' },
  few_left: { key: 'states:performance_few_left', tone: 'urgent' },
  sold_out: { key: 'states:performance_sold_out', tone: 'quiet' },
  cancelled: { key: 'states:performance_cancelled', tone: 'quiet' },
  past: { key: 'states:performance_past', tone: 'quiet' },
} as const satisfies Record<string, Label>

export const COURSE_LABELS = {
  not_open: { key: 'states:course_not_open', tone: 'quiet' },
  open: { key: 'states:course_open', tone: 'plain' },
  few_left: { key: 'states:course_few_left', tone: 'urgent' },
  sold_out: { key: 'states:course_sold_out', tone: 'quiet' },
  applications_closed: { key: 'states:applications_closed', tone: 'quiet' },
  ended: { key: 'states:course_ended', tone: 'quiet' },
} as const satisfies Record<string, Label>

export const COURSE_DATE_LABELS = {
  not_open: { key: 'states:course_date_not_open', tone: 'quiet' },
  open: { key: 'states:course_date_open', tone: 'plain' },
  few_left: { key: 'states:course_date_few_left', tone: 'urgent' },
  full: { key: 'states:course_date_full', tone: 'quiet' },
  ended: { key: 'states:course_date_ended', tone: 'quiet' },
  cancelled: { key: 'states:course_date_cancelled', tone: 'over' },
} as const satisfies Record<string, Label>

export const ACTIVITY_LABELS = {
  not_started: { key: 'states:activity_not_started', tone: 'quiet' },
  open: { key: 'states:activity_open', tone: 'urgent' },
  full: { key: 'states:activity_full', tone: 'quiet' },
  applications_closed: { key: 'states:applications_closed', tone: 'quiet' },
  ended: { key: 'states:activity_ended', tone: 'quiet' },
} as const satisfies Record<string, Label>

/** Labels by kind of live facts. */
export const LIVE_LABELS: Record<LiveKind, Record<string, Label>> = {
  performance: PERFORMANCE_LABELS,
  show: SHOW_LABELS,
  course: COURSE_LABELS,
  course_date: COURSE_DATE_LABELS,
  activity: ACTIVITY_LABELS,
}
