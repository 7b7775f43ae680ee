import { BuildError } from './built-site.ts'

const CALL = /\b(?:GET|POST) \/api\/\S*/
const CAUSE = /^\s*(?:Caused by|\[?cause\]?):\s*/i
const STACK_LINE = /^\s*at /

/**
 * Why a build failed, in a sentence: what the API's client says of a call (which item, which field)
 * where that is what went wrong, else the build's own last words.
 */
export function explainFailure(error: unknown): string {
  if (!(error instanceof BuildError)) return error instanceof Error ? error.message : String(error)
  const [summary = ''] = error.message.split('\n')
  const said = error.lines.filter((line) => !STACK_LINE.test(line)).map((line) => line.trim())
  const call = said.find((line) => CALL.test(line))
  if (call === undefined) return [summary, ...said.slice(-3)].join(' ')
  // A call whose answer has a wrong field names it; one that failed has its reason in the cause.
  const cause = call.endsWith(' failed') ? said.find((line) => CAUSE.test(line)) : undefined
  return [call.slice(call.search(CALL)), cause?.replace(CAUSE, '')].filter(Boolean).join(': ')
}
