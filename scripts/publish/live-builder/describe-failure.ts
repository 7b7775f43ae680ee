import { inspect } from 'node:util'

/** Rendering or storing failed after queries had changed: the state of the process is inconsistent. */
export class RenderError extends Error {
  override name = 'RenderError'
}

/** Describes a failed job for the publisher; of a rendering error its cause, which names the call or the file. */
export function describeFailure(error: unknown): { message: string; lines: string[] } {
  const fault = error instanceof RenderError ? error.cause : error
  const message = fault instanceof Error ? fault.message : String(fault)
  return { message, lines: inspect(fault).split('\n') }
}
