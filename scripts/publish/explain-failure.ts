import { BuildError } from './built-site.ts'

const CALL = /\b(?:GET|POST) \/api\/\S*/
const CAUSE = /^\s*(?:Caused by|\[?cause\]?):\s*/i
const ERROR_CLASS = /^\w*Error: /
const STACK_LINE = /^\s*'?\s*at /
/** A line that names an error: `[ERROR] …`, `TypeError: …`, `EACCES: …`. */
const FAULT = /\[error\]|\b[A-Z]\w*Error\b|\bE[A-Z]{3,}:/i
/** Such a line of Vite has no reason; its bundler names it on the next line. */
const BUNDLER_FAILED = /\[vite\] .*Build failed/

/**
 * Summarises why a build failed: the failed API call (which item, which field) if there is one, or else
 * the line of the output that names an error, or the last lines.
 */
export function explainFailure(error: unknown): string {
  if (!(error instanceof BuildError)) return error instanceof Error ? error.message : String(error)
  const [summary = ''] = error.message.split('\n')
  const output = error.lines.filter((line) => !STACK_LINE.test(line)).map((line) => line.trim())
  const call = output.find((line) => CALL.test(line))
  if (call === undefined) {
    const fault = output.findIndex((line) => FAULT.test(line))
    const named = output[BUNDLER_FAILED.test(output[fault] ?? '') ? fault + 1 : fault]
    if (named?.endsWith(`: ${summary}`)) return summary
    return [summary, ...(named === undefined ? output.slice(-3) : [named])].join(' ')
  }
  // For an invalid response this line names the field; for a failed call the reason is in the cause.
  const cause = call.endsWith(' failed') ? output.find((line) => CAUSE.test(line)) : undefined
  return [call.slice(call.search(CALL)), cause?.replace(CAUSE, '').replace(ERROR_CLASS, '')]
    .filter(Boolean)
    .join(': ')
}
