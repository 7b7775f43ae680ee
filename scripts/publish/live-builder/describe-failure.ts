import { inspect } from 'node:util'
import { BuildError } from '../built-site.ts'

/** Rendering or storing failed after queries had changed: the state of the process is inconsistent. */
export class RenderError extends Error {
  override name = 'RenderError'
}

/**
 * Describes a failed job for the publisher; of a rendering error its cause, which names the call or the file, and
 * of a failed bundle the output of its program.
 */
export function describeFailure(error: unknown): { message: string; lines: string[] } {
  const fault = error instanceof RenderError ? error.cause : error
  const message = fault instanceof Error ? fault.message : String(fault)
  const lines = fault instanceof BuildError ? [...fault.lines] : inspect(fault).split('\n')
  return { message, lines }
}
