import { classifyDatabaseError } from './engines/engines.ts'

/** Whether an error comes from the database or the connection to it. */
export const isDatabaseError = (error: unknown): boolean =>
  classifyDatabaseError(error) !== undefined

/** Whether a row exists already that has to be the only one. */
export const isUniqueViolation = (error: unknown): boolean =>
  classifyDatabaseError(error) === 'unique'

/** Whether a write violates a rule of its table: a unique row, a reference, a check. */
export const isConstraintViolation = (error: unknown): boolean =>
  isUniqueViolation(error) || classifyDatabaseError(error) === 'constraint'
