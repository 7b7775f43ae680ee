import type { APIRequestContext, Page } from 'playwright/test'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { logIn as logInEndpoint } from '#api/login.ts'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { findStack } from './stack.ts'

const OutboxSchema = v.array(v.object({ text: v.string() }))

const apiAddress = (): string => {
  const stack = findStack()
  if (!stack) throw new Error('the stack is not running')
  return stack.api
}

/** Unique addresses, because the API counts codes by address and all stories run on one machine. */
export function drawAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 254)
  return `10.${part()}.${part()}.${part()}`
}

let drawn = 0
/** A mobile number that no other story uses. */
export function drawMobile(): string {
  drawn += 1
  const prefixes = ['131', '132', '133', '135', '136', '137', '138', '139', '150', '151', '158']
  const prefix = prefixes[Math.floor(Math.random() * prefixes.length)]
  const number = (process.pid * 131 + drawn * 7919 + Math.floor(Math.random() * 1e6)) % 1e8
  return `+86${prefix}${String(number).padStart(8, '0')}`
}

/** The newest code that the outbox of the test installation holds for a number or address. */
export async function readCode(
  request: APIRequestContext,
  to: string,
  address = apiAddress(),
): Promise<string> {
  const answer = await request.get(`${address}/outbox.json?${new URLSearchParams({ to })}`)
  const [newest] = v.parse(OutboxSchema, await answer.json())
  const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`the outbox holds no code for ${to}`)
  return code
}

async function post(request: APIRequestContext, path: string, from: string, data: object) {
  const answer = await request.post(apiAddress() + path, {
    data,
    headers: { 'x-forwarded-for': from },
  })
  const { code, msg, data: given } = v.parse(EnvelopeSchema, await answer.json())
  if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`)
  return given
}

/**
 * Logs the browser of a page in as the member of a phone number, by real calls: code, outbox, login.
 * The page then shows a plain file of the site; the story continues with `page.goto`.
 * @returns the phone number
 */
export async function logIn(page: Page, mobile: string = drawMobile()): Promise<string> {
  const { request } = page
  const from = drawAddress()
  await post(request, '/api/sms/send', from, { mobile, purpose: 'login' })
  const code = await readCode(request, mobile)
  const given = await post(request, '/api/user/login', from, { mobile, code, agreed: true })
  const { token } = v.parse(logInEndpoint.data, given)
  // The cookie half is in the jar of the context: cookies know hosts, not ports.
  await page.goto('/robots.txt')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    TOKEN_STORAGE_KEY,
    token,
  ] as const)
  return mobile
}
