import * as v from 'valibot'
import type { WechatApp } from './settings.ts'

const TIMEOUT_MS = 5000
const INVALID_CODE = 40_029

/** An error of WeChat's OAuth: `40029` for an invalid code and so on. */
class WechatOauthError extends Error {
  override name = 'WechatOauthError'
  readonly code: number

  constructor(code: number, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** WeChat responds with status 200 to errors, too. */
const ErrorSchema = v.object({ errcode: v.number(), errmsg: v.optional(v.string(), '') })

const GrantSchema = v.object({
  access_token: v.string(),
  openid: v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/)),
  /** 1 for the throw-away user of a page that WeChat shows as a snapshot: such a user cannot pay. */
  is_snapshotuser: v.optional(v.number(), 0),
})

const PersonSchema = v.object({
  nickname: v.optional(v.string(), ''),
  /** Missing where the app is not bound to the organisation's account on the open platform. */
  unionid: v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/)),
})

/** What somebody authorised. */
export interface WechatGrant {
  /** Identifies the person for this app. */
  openid: string
  accessToken: string
}

/**
 * Calls of WeChat's OAuth (developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps). Errors never hold the
 * address of a call, which carries the secret.
 */
export function createWechatOauth({ appid, secret, apiUrl, openUrl }: WechatApp) {
  async function call(path: string, query: Record<string, string>): Promise<unknown> {
    const url = new URL(path, apiUrl)
    url.search = new URLSearchParams(query).toString()
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new WechatOauthError(response.status, 'no answer of WeChat')
    const content: unknown = await response.json()
    const failure = v.safeParse(ErrorSchema, content)
    if (failure.success && failure.output.errcode !== 0) {
      throw new WechatOauthError(failure.output.errcode, failure.output.errmsg)
    }
    return content
  }

  /** Exchanges the code of a redirect, once within five minutes. @throws WechatOauthError */
  async function exchangeCode(code: string): Promise<WechatGrant> {
    const query = { appid, secret, code, grant_type: 'authorization_code' }
    const grant = v.parse(GrantSchema, await call('/sns/oauth2/access_token', query))
    if (grant.is_snapshotuser === 1) throw new WechatOauthError(0, 'a page shown as a snapshot')
    return { openid: grant.openid, accessToken: grant.access_token }
  }

  function createUrl(path: string, scope: string, redirectUrl: string, state: string): string {
    const query = { appid, redirect_uri: redirectUrl, response_type: 'code', scope, state }
    return `${openUrl}${path}?${new URLSearchParams(query)}#wechat_redirect`
  }

  return {
    /**
     * The page that identifies somebody inside WeChat without a question (`snsapi_base`).
     * @param state at most 128 letters and digits
     */
    createPayerUrl: (redirectUrl: string, state: string): string =>
      createUrl('/connect/oauth2/authorize', 'snsapi_base', redirectUrl, state),

    /** The page on which somebody lets an official account know who they are, inside WeChat. */
    createConsentUrl: (redirectUrl: string, state: string): string =>
      createUrl('/connect/oauth2/authorize', 'snsapi_userinfo', redirectUrl, state),

    /** The page with a QR code for somebody with WeChat on their phone. */
    createQrUrl: (redirectUrl: string, state: string): string =>
      createUrl('/connect/qrconnect', 'snsapi_login', redirectUrl, state),

    /**
     * Who gave a grant of the page of consent or of the QR code.
     * @throws Error for an app that is not bound to the open platform: it gives no unionid
     */
    async readPerson({ openid, accessToken }: WechatGrant) {
      const query = { access_token: accessToken, openid }
      return v.parse(PersonSchema, await call('/sns/userinfo', query))
    },

    exchangeCode,

    /** Tries a code that nobody has. @throws WechatOauthError unless only the code is wrong */
    async check(): Promise<void> {
      try {
        await exchangeCode('0'.repeat(32))
      } catch (error) {
        if (!(error instanceof WechatOauthError) || error.code !== INVALID_CODE) throw error
      }
    },
  }
}
