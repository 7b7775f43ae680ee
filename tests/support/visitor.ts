import type { DataOf, EndpointKey } from '#api/index.ts'
import type { TestAdminApi } from './admin-api.ts'
import { solveChallenge } from './solve-challenge.ts'

interface Options {
  /** Network address that the visitor calls from. */
  address?: string
  /** User agent of the browser. */
  userAgent?: string
}

type Given = Omit<NonNullable<Parameters<TestAdminApi['call']>[1]>, 'headers'>

/** The newest code in the outbox for a phone number. */
export async function readCode({ db }: TestAdminApi, to: string): Promise<string> {
  const messages = db.query.selectFrom('message').select('text').where('target', '=', to)
  const last = await messages.orderBy('id', 'desc').limit(1).executeTakeFirst()
  const code = /\b\d{6}\b/.exec(last?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`no code for ${to}`)
  return code
}

/** The newest code in the outbox for an e-mail address. */
export async function readMailedCode({ app }: TestAdminApi, to: string): Promise<string> {
  const response = await app.request(`/outbox.json?${new URLSearchParams({ to })}`)
  const [entry] = (await response.json()) as { text: string }[]
  const code = /\b\d{6}\b/.exec(entry?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`no code for ${to}`)
  return code
}

/** A visitor with a separate browser, which keeps cookies and the token. */
export function createVisitor(
  api: TestAdminApi,
  { address: network = '198.51.100.7', userAgent = '' }: Options = {},
) {
  const cookies = new Map<string, string>()
  const state = { token: '' }

  function headers(): Record<string, string> & { token: string } {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return {
      'x-forwarded-for': network,
      token: state.token,
      ...(userAgent && { 'user-agent': userAgent }),
      ...(cookie && { cookie }),
    }
  }

  function keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  async function call(key: EndpointKey, given: Given = {}) {
    const { envelope, response } = await api.call(key, { ...given, headers: headers() })
    keepCookies(response)
    state.token = response.headers.get('renewed-token') ?? state.token
    return { code: envelope.code, data: envelope.data, envelope, response }
  }

  async function read<K extends EndpointKey>(key: K, given: Given = {}): Promise<DataOf<K>> {
    const { code, data, envelope } = await call(key, given)
    if (code !== 200) throw new Error(`${key} answered ${code} ${envelope.msg}`)
    // The contract test of this endpoint validates its response.
    return data as DataOf<K>
  }

  /** Requests a code like the login form, and solves the challenge if one is required. */
  async function sendCode(mobile: string, purpose = 'login') {
    const body = { mobile, purpose }
    const answer = await call('POST /api/sms/send', { body })
    if (answer.code !== 500213) return answer
    const challenge = await solveChallenge(answer.data)
    return call('POST /api/sms/send', { body: { ...body, challenge } })
  }

  return {
    call,
    read,
    cookies,
    headers,
    state,
    sendCode,
    /** Visits an API URL as a page, as after a redirect. */
    async visit(address: string): Promise<Response> {
      const { pathname, search } = new URL(address, 'https://theatre.example')
      const { token: _, ...sent } = headers()
      const response = await api.app.request(pathname + search, { headers: sent })
      keepCookies(response)
      return response
    },
    async logIn(mobile: string) {
      const { code: sent, envelope } = await sendCode(mobile)
      if (sent !== 200) throw new Error(`no code was sent: ${sent} ${envelope.msg}`)
      const body = { mobile, code: await readCode(api, mobile), agreed: true }
      const answer = await read('POST /api/user/login', { body })
      state.token = answer.token
      return answer
    },
  }
}
export type Visitor = ReturnType<typeof createVisitor>
