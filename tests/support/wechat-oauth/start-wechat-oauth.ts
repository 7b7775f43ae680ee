import { randomBytes } from 'node:crypto'
import { serveRequests } from '../serve-requests.ts'

// OAuth of WeChat as its documentation describes it to pages inside WeChat and to websites
// (developers.weixin.qq.com, "OA_Web_Apps" and "Website_App/WeChat_Login"). Nothing here is shared with
// the product.

const SECRET = 'd4624c36b6795d1d99dcf0547af5443d'
const CODE_LIFETIME_MS = 5 * 60_000

/** A WeChat user. */
export interface WechatPerson {
  /** Openid for each app. */
  openids: Record<string, string>
  /** Unionid across the apps of one organisation on the open platform. */
  unionid: string
  nickname: string
}

interface Code {
  person: WechatPerson
  appid: string
  scope: string
  at: number
  isUsed: boolean
}

/** Fault mode of the API. */
type FaultMode = 'none' | 'unreachable' | 'busy' | 'server error' | 'snapshot'

interface App {
  appid: string
  /** `redirect_uri` must be below it. */
  domain: string
  scopes: readonly string[]
}

/**
 * Starts the OAuth of WeChat for the apps of one organisation.
 * @param now the clock of WeChat, in epoch ms
 */
export async function startWechatOauth(apps: readonly App[], now: () => number) {
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Code>()
  const state: { faultMode: FaultMode; person: WechatPerson | null } = {
    faultMode: 'none',
    person: null,
  }

  const refuse = (errcode: number, errmsg: string) => ({ errcode, errmsg: `${errmsg}, rid: 6a5f` })

  function issueCode(person: WechatPerson, appid: string, scope: string): string {
    const code = randomBytes(16).toString('hex')
    codes.set(code, { person, appid, scope, at: now(), isUsed: false })
    return code
  }

  /** The authorisation page; WeChat knows its user. */
  function authorize(url: URL): Response {
    const query = url.searchParams
    const app = apps.find(({ appid }) => appid === query.get('appid'))
    const redirectUri = query.get('redirect_uri') ?? ''
    const scope = query.get('scope') ?? ''
    const given = query.get('state') ?? ''
    const isPermitted = app !== undefined && new URL(redirectUri).origin === app.domain
    if (!isPermitted) return new Response('redirect_uri 参数错误 10003', { status: 200 })
    if (!app.scopes.includes(scope)) return new Response('Scope 参数错误 10005', { status: 200 })
    if (query.get('response_type') !== 'code' || !/^[a-zA-Z0-9]{1,128}$/.test(given)) {
      return new Response('参数错误 10004', { status: 200 })
    }
    const back = new URL(redirectUri)
    // A user who declines returns without a code.
    if (state.person) back.searchParams.set('code', issueCode(state.person, app.appid, scope))
    back.searchParams.set('state', given)
    return Response.redirect(back.href, 302)
  }

  function exchange(query: URLSearchParams): object {
    if (query.get('grant_type') !== 'authorization_code')
      return refuse(40_002, 'invalid grant_type')
    const app = apps.find(({ appid }) => appid === query.get('appid'))
    if (!app) return refuse(40_013, 'invalid appid')
    if (query.get('secret') !== SECRET) return refuse(40_125, 'invalid appsecret')
    const code = codes.get(query.get('code') ?? '')
    if (!code || code.appid !== app.appid) return refuse(40_029, 'invalid code')
    if (code.isUsed) return refuse(40_163, 'code been used')
    if (now() - code.at > CODE_LIFETIME_MS) return refuse(42_003, 'oauth_code expired')
    code.isUsed = true
    const accessToken = randomBytes(32).toString('hex')
    tokens.set(accessToken, code)
    const hasUnion = code.scope !== 'snsapi_base'
    return {
      access_token: accessToken,
      expires_in: 7200,
      refresh_token: randomBytes(32).toString('hex'),
      openid: code.person.openids[app.appid],
      scope: code.scope,
      ...(hasUnion && { unionid: code.person.unionid }),
      ...(state.faultMode === 'snapshot' && { is_snapshotuser: 1 }),
    }
  }

  function describePerson(query: URLSearchParams): object {
    const grant = tokens.get(query.get('access_token') ?? '')
    if (!grant) return refuse(40_001, 'invalid credential')
    const openid = grant.person.openids[grant.appid]
    if (query.get('openid') !== openid) return refuse(40_003, 'invalid openid')
    if (grant.scope === 'snsapi_base') return refuse(48_001, 'api unauthorized')
    const { nickname, unionid } = grant.person
    return { openid, nickname, sex: 0, headimgurl: '', privilege: [], unionid }
  }

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    switch (url.pathname) {
      case '/connect/oauth2/authorize':
      case '/connect/qrconnect':
        return authorize(url)
      default:
    }
    if (state.faultMode === 'server error') return new Response('oops', { status: 502 })
    if (state.faultMode === 'busy') return Response.json(refuse(-1, 'system error'))
    if (url.pathname === '/sns/oauth2/access_token')
      return Response.json(exchange(url.searchParams))
    if (url.pathname === '/sns/userinfo') return Response.json(describePerson(url.searchParams))
    return new Response('', { status: 404 })
  }

  const server = await serveRequests(handle, () => state.faultMode === 'unreachable')
  return {
    state,
    issueCode,
    secret: SECRET,
    /** Settings with the URLs. */
    settings: { WECHAT_OAUTH_URL: server.url, WECHAT_OPEN_URL: server.url },
    close: server.close,
  }
}
export type WechatOauthApi = Awaited<ReturnType<typeof startWechatOauth>>
