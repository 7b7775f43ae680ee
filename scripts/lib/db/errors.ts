import { classifyDatabaseError } from './engines/engines.ts'

/** Whether an error comes from the database or the connection to it. */
export const isDatabaseError = (error: unknown): boolean =>
  classifyDatabaseError(error) !== undefined

/** Whether a write violates a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  classifyDatabaseError(error) === 'unique'

/** Whether a write violates any constraint of its table: unique, foreign key, check. */
export const isConstraintViolation = (error: unknown): boolean =>
  isUniqueViolation(error) || classifyDatabaseError(error) === 'constraint'
