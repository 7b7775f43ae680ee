import type {
  ApplicationState,
  CourseDateState,
  CourseState,
  PerformanceState,
  ShowState,
} from '#api/availability.ts'
import type { MessageKey } from '#i18n/translate.ts'

type Tone = 'plain' | 'urgent' | 'over' | 'quiet'
export interface Label {
  key: MessageKey
  tone: Tone
}

// One source of labels for pages, calendars and buttons (anchors/mission.md, section 6).

export const SHOW_LABELS: Record<ShowState, Label> = {
  not_on_sale: { key: 'states:show_not_on_sale', tone: 'quiet' },
  on_sale: { key: 'states:show_on_sale', tone: 'plain' },
  few_left: { key: 'states:show_few_left', tone: 'urgent' },
  all_held: { key: 'states:show_all_held', tone: 'quiet' },
  sold_out: { key: 'states:show_sold_out', tone: 'over' },
  sale_ended: { key: 'states:show_sale_ended', tone: 'quiet' },
  cancelled: { key: 'states:show_cancelled', tone: 'over' },
  moved: { key: 'states:show_moved', tone: 'urgent' },
}

export const PERFORMANCE_LABELS: Record<PerformanceState, Label> = {
  coming: { key: 'states:performance_coming', tone: 'quiet' },
  on_sale: { key: 'states:performance_on_sale', tone: 'plain' },
  few_left: { key: 'states:performance_few_left', tone: 'urgent' },
  sold_out: { key: 'states:performance_sold_out', tone: 'quiet' },
  past: { key: 'states:performance_past', tone: 'quiet' },
}

export const COURSE_LABELS: Record<CourseState, Label> = {
  not_open: { key: 'states:course_not_open', tone: 'quiet' },
  open: { key: 'states:course_open', tone: 'plain' },
  few_left: { key: 'states:course_few_left', tone: 'urgent' },
  sold_out: { key: 'states:course_sold_out', tone: 'quiet' },
  ended: { key: 'states:course_ended', tone: 'quiet' },
}

export const COURSE_DATE_LABELS: Record<CourseDateState, Label> = {
  not_open: { key: 'states:course_date_not_open', tone: 'quiet' },
  open: { key: 'states:course_date_open', tone: 'plain' },
  few_left: { key: 'states:course_date_few_left', tone: 'urgent' },
  full: { key: 'states:course_date_full', tone: 'quiet' },
  ended: { key: 'states:course_date_ended', tone: 'quiet' },
  cancelled: { key: 'states:course_date_cancelled', tone: 'over' },
}

export const ACTIVITY_LABELS: Record<ApplicationState, Label> = {
  not_started: { key: 'states:activity_not_started', tone: 'quiet' },
  open: { key: 'states:activity_open', tone: 'urgent' },
  full: { key: 'states:activity_full', tone: 'quiet' },
  ended: { key: 'states:activity_ended', tone: 'quiet' },
}
