import * as v from 'valibot'

// States for labels and buttons, computed by the API with its clock.

/** State of one dated performance. */
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

/** State of a performance over all its shows. */
export const PerformanceStateSchema = v.picklist([
  'coming',
  'on_sale',
  'few_left',
  'sold_out',
  'cancelled',
  'past',
])
export type PerformanceState = v.InferOutput<typeof PerformanceStateSchema>

/** State of one course date. */
export const CourseDateStateSchema = v.picklist([
  'not_open',
  'open',
  'few_left',
  'full',
  'ended',
  'cancelled',
])
export type CourseDateState = v.InferOutput<typeof CourseDateStateSchema>

/**
 * State of a course over all its dates (spec section 4: a course can be sold out). `applications_closed`:
 * applications are closed, but dates are still to come.
 */
export const CourseStateSchema = v.picklist([
  'not_open',
  'open',
  'few_left',
  'sold_out',
  'applications_closed',
  'ended',
])
export type CourseState = v.InferOutput<typeof CourseStateSchema>

/** The application period (spec section 4: not started, ended or full; else open). */
export const ApplicationStateSchema = v.picklist(['not_started', 'open', 'full', 'ended'])
export type ApplicationState = v.InferOutput<typeof ApplicationStateSchema>

/** State of an activity. `applications_closed`: like that of a course; `ended`: its last date is over. */
export const ActivityStateSchema = v.picklist([
  ...ApplicationStateSchema.options,
  'applications_closed',
])
export type ActivityState = v.InferOutput<typeof ActivityStateSchema>
