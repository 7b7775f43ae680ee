import * as v from 'valibot'

// States that decide labels and buttons everywhere; the API computes them by its own clock.

/** One dated performance. */
export const ShowStateSchema = v.picklist([
  'not_on_sale',
  'on_sale',
  'few_left',
  'all_held',
  'sold_out',
  'sale_ended',
  'cancelled',
  'moved',
])
export type ShowState = v.InferOutput<typeof ShowStateSchema>

/** A performance over all its shows. */
export const PerformanceStateSchema = v.picklist([
  'coming',
  'on_sale',
  'few_left',
  'sold_out',
  'past',
])
export type PerformanceState = v.InferOutput<typeof PerformanceStateSchema>

/** One dated course time. */
export const CourseDateStateSchema = v.picklist([
  'not_open',
  'open',
  'few_left',
  'full',
  'ended',
  'cancelled',
])
export type CourseDateState = v.InferOutput<typeof CourseDateStateSchema>

/** A course over all its dates (spec section 4: a course can be sold out). */
export const CourseStateSchema = v.picklist(['not_open', 'open', 'few_left', 'sold_out', 'ended'])
export type CourseState = v.InferOutput<typeof CourseStateSchema>

/** The application period (spec section 4: not started, ended or full; else open). */
export const ApplicationStateSchema = v.picklist(['not_started', 'open', 'full', 'ended'])
export type ApplicationState = v.InferOutput<typeof ApplicationStateSchema>
