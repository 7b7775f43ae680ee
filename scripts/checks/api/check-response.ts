import { classifyCode, EnvelopeSchema, readCode } from '#api/envelope.ts'
import { endpoints, type EndpointKey } from '#api/index.ts'
import type { CallResponse } from './create-caller.ts'
import { describeFaults, type ContractFault } from './describe-issue.ts'
import { isRecord, readFirst } from './json.ts'

/** The expected outcome of a call. */
export type CheckOutcome = 'success' | 'refusal' | 'no session' | 'no session or refusal'

const HTTP_ERROR = 400
const isServerError = (code: number) => code >= 500 && code < 600

function describeCode(code: number, body: unknown): string {
  const msg = readFirst(body, 'msg')
  return typeof msg === 'string' && msg !== '' ? `${code} (${msg.slice(0, 80)})` : String(code)
}

function checkCode(
  outcome: CheckOutcome,
  code: number,
  status: number,
  body: unknown,
): ContractFault[] {
  const got = describeCode(code, body)
  const kind = classifyCode(code)
  if (outcome === 'success') {
    if (kind !== 'success') return [{ path: 'code', expected: 'success: 200 or 1', got }]
    if (status < HTTP_ERROR) return []
    return [
      { path: 'HTTP status', expected: `a status of success with code ${code}`, got: `${status}` },
    ]
  }
  const refuses = kind === 'rejected' && !isServerError(code) && !isServerError(status)
  if (outcome !== 'refusal' && kind === 'unauthorized') return []
  if (outcome !== 'no session' && refuses) return []
  const expected = outcome === 'refusal' ? 'a refusal such as 404 or 400' : '401: members only'
  return [{ path: 'code', expected, got }]
}

function checkEnvelope(response: Extract<CallResponse, { kind: 'json' }>): ContractFault[] {
  const faults = describeFaults(EnvelopeSchema, response.body, '').map((fault) => ({
    ...fault,
    path: fault.path.replace(/^\./, '') || 'body',
  }))
  // A refusal may omit data.
  const isRefused = classifyCode(readCode(response.body, response.status)) !== 'success'
  const isJson = /^application\/(\w+\+)?json/i.test(response.contentType)
  const relevant = faults.filter(({ path }) => !(isRefused && path === 'data'))
  if (isJson) return relevant
  const got = response.contentType || 'none'
  return [...relevant, { path: 'content-type', expected: 'application/json', got }]
}

/**
 * Checks a response against the contract.
 * @returns `data` of a successful response, valid or not; undefined for other responses
 */
export function checkResponse(
  key: EndpointKey,
  outcome: CheckOutcome,
  response: CallResponse,
): { faults: ContractFault[]; data: unknown } {
  if (response.kind === 'problem') {
    return {
      faults: [
        response.isSilent
          ? { path: 'connection', expected: 'a response', got: `none: ${response.text}` }
          : { path: 'body', expected: 'a JSON response', got: response.text },
      ],
      data: undefined,
    }
  }
  const { body, status } = response
  const code = readCode(body, status)
  const faults = [...checkEnvelope(response), ...checkCode(outcome, code, status, body)]
  const isSuccess = classifyCode(code) === 'success'
  const data = isSuccess && isRecord(body) ? body['data'] : undefined
  if (outcome === 'success' && isSuccess)
    faults.push(...describeFaults(endpoints[key].data, data, 'data'))
  return { faults, data }
}

/** Whether the API does not implement the endpoint. */
export function isUnknownCall(response: CallResponse): boolean {
  return response.kind === 'json' && [404, 405].includes(readCode(response.body, response.status))
}
