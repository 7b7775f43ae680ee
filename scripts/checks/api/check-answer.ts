import { classifyCode, EnvelopeSchema, readCode } from '#api/envelope.ts'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import type { Reply } from './create-caller.ts'
import { describeFaults } from './describe-issue.ts'
import type { ContractFault } from './describe-issue.ts'
import { isRecord, readFirst } from './json.ts'

/** The expected outcome of a call. */
export type Outcome = 'success' | 'refusal' | 'no session' | 'no session or refusal'

export interface AnswerCheck {
  faults: ContractFault[]
  /** The data of a success, valid or not; else undefined. */
  data: unknown
}

const HTTP_ERROR = 400
const isServerError = (code: number) => code >= 500 && code < 600

function describeCode(code: number, body: unknown): string {
  const msg = readFirst(body, 'msg')
  return typeof msg === 'string' && msg !== '' ? `${code} (${msg.slice(0, 80)})` : String(code)
}

function checkCode(outcome: Outcome, code: number, status: number, body: unknown): ContractFault[] {
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

function checkEnvelope(reply: Extract<Reply, { kind: 'json' }>): ContractFault[] {
  const faults = describeFaults(EnvelopeSchema, reply.body, '').map((fault) => ({
    ...fault,
    path: fault.path.replace(/^\./, '') || 'body',
  }))
  // A refusal may omit data.
  const isRefused = classifyCode(readCode(reply.body, reply.status)) !== 'success'
  const isJson = /^application\/(\w+\+)?json/i.test(reply.contentType)
  return [
    ...faults.filter(({ path }) => !(isRefused && path === 'data')),
    ...(isJson
      ? []
      : [{ path: 'content-type', expected: 'application/json', got: reply.contentType || 'none' }]),
  ]
}

/** Checks one reply against the contract. */
export function checkAnswer(key: EndpointKey, outcome: Outcome, reply: Reply): AnswerCheck {
  if (reply.kind === 'problem') {
    return {
      faults: [
        reply.isSilent
          ? { path: 'connection', expected: 'a response', got: `none: ${reply.text}` }
          : { path: 'body', expected: 'a JSON response', got: reply.text },
      ],
      data: undefined,
    }
  }
  const { body, status } = reply
  const code = readCode(body, status)
  const faults = [...checkEnvelope(reply), ...checkCode(outcome, code, status, body)]
  const isSuccess = classifyCode(code) === 'success'
  const data = isSuccess && isRecord(body) ? body['data'] : undefined
  if (outcome === 'success' && isSuccess)
    faults.push(...describeFaults(endpoints[key].data, data, 'data'))
  return { faults, data }
}

/** Whether the API does not implement the endpoint. */
export function isUnknownCall(reply: Reply): boolean {
  return reply.kind === 'json' && [404, 405].includes(readCode(reply.body, reply.status))
}
