import type { APIRequestContext, Page } from 'playwright/test'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { logIn as logInEndpoint } from '#api/login.ts'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { requireStack } from './stack.ts'

const OutboxSchema = v.array(v.object({ text: v.string() }))

/** A random client IP address: the API limits codes by IP address. */
export function drawAddress(): string {
  const part = () => 1 + Math.floor(Math.random() * 254)
  return `10.${part()}.${part()}.${part()}`
}

let drawn = 0
/** A mobile number that no other test uses. */
export function drawMobile(): string {
  drawn += 1
  const prefixes = ['131', '132', '133', '135', '136', '137', '138', '139', '150', '151', '158']
  const prefix = prefixes[Math.floor(Math.random() * prefixes.length)]
  const number = (process.pid * 131 + drawn * 7919 + Math.floor(Math.random() * 1e6)) % 1e8
  return `+86${prefix}${String(number).padStart(8, '0')}`
}

/** The newest code in the outbox for a phone number or e-mail address. */
export async function readCode(
  request: APIRequestContext,
  to: string,
  address = requireStack().api,
): Promise<string> {
  const response = await request.get(`${address}/outbox.json?${new URLSearchParams({ to })}`)
  const [newest] = v.parse(OutboxSchema, await response.json())
  const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`the outbox has no code for ${to}`)
  return code
}

async function post(request: APIRequestContext, path: string, from: string, data: object) {
  const response = await request.post(requireStack().api + path, {
    data,
    headers: { 'x-forwarded-for': from },
  })
  const { code, msg, data: result } = v.parse(EnvelopeSchema, await response.json())
  if (code !== 200) throw new Error(`${path} responded with ${code} ${msg}`)
  return result
}

/**
 * Logs in the browser of a page by API calls: request a code, read it from the outbox, log in.
 * The page then shows a plain file of the site; continue with `page.goto`.
 * @returns the phone number
 */
export async function logIn(page: Page, mobile: string = drawMobile()): Promise<string> {
  const { request } = page
  const from = drawAddress()
  await post(request, '/api/sms/send', from, { mobile, purpose: 'login' })
  const code = await readCode(request, mobile)
  const result = await post(request, '/api/user/login', from, { mobile, code, agreed: true })
  const { token } = v.parse(logInEndpoint.data, result)
  // The cookie is already in the context: cookies are shared between ports of a host.
  await page.goto('/robots.txt')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    TOKEN_STORAGE_KEY,
    token,
  ] as const)
  return mobile
}
