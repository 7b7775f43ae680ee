import * as v from 'valibot'
import { ProviderError } from '../provider-error.ts'
import type { WechatApp } from './settings.ts'

const TIMEOUT_MS = 5000
const INVALID_CODE = '40029'

/** WeChat also responds to errors with status 200. */
const ErrorSchema = v.object({ errcode: v.number(), errmsg: v.optional(v.string(), '') })

const GrantSchema = v.object({
  access_token: v.string(),
  openid: v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/)),
  /** 1 for the temporary user of WeChat's snapshot mode, who cannot pay. */
  is_snapshotuser: v.optional(v.number(), 0),
})

const UserInfoSchema = v.object({
  nickname: v.optional(v.string(), ''),
  /** Missing if the app is not bound to the organisation's account on the open platform. */
  unionid: v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/)),
})

/**
 * Client of WeChat's OAuth (developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps). Errors never contain the
 * URL of a call, since it contains the secret.
 */
export function createWechatOauth({ appid, secret, apiUrl, openUrl }: WechatApp) {
  async function call(path: string, query: Record<string, string>): Promise<unknown> {
    const url = new URL(path, apiUrl)
    url.search = new URLSearchParams(query).toString()
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new ProviderError(String(response.status), 'WeChat did not respond')
    const content: unknown = await response.json()
    const failure = v.safeParse(ErrorSchema, content)
    if (failure.success && failure.output.errcode !== 0) {
      throw new ProviderError(String(failure.output.errcode), failure.output.errmsg)
    }
    return content
  }

  /**
   * Exchanges the code of a redirect, which is valid once for five minutes.
   * @returns the id of the user within this app, and an access token
   * @throws ProviderError
   */
  async function exchangeCode(code: string) {
    const query = { appid, secret, code, grant_type: 'authorization_code' }
    const grant = v.parse(GrantSchema, await call('/sns/oauth2/access_token', query))
    if (grant.is_snapshotuser === 1) throw new ProviderError('0', 'page opened in snapshot mode')
    return { openid: grant.openid, accessToken: grant.access_token }
  }

  function createUrl(path: string, scope: string, redirectUrl: string, state: string): string {
    const query = { appid, redirect_uri: redirectUrl, response_type: 'code', scope, state }
    return `${openUrl}${path}?${new URLSearchParams(query)}#wechat_redirect`
  }

  return {
    /**
     * URL that identifies the user inside WeChat without a consent page (`snsapi_base`).
     * @param state at most 128 letters and digits
     */
    createPayerUrl: (redirectUrl: string, state: string): string =>
      createUrl('/connect/oauth2/authorize', 'snsapi_base', redirectUrl, state),

    /** URL of the consent page of an official account, inside WeChat (`snsapi_userinfo`). */
    createConsentUrl: (redirectUrl: string, state: string): string =>
      createUrl('/connect/oauth2/authorize', 'snsapi_userinfo', redirectUrl, state),

    /** URL of the page with a QR code to scan in WeChat (`snsapi_login`). */
    createQrUrl: (redirectUrl: string, state: string): string =>
      createUrl('/connect/qrconnect', 'snsapi_login', redirectUrl, state),

    /**
     * Reads unionid and nickname of the user of a grant (`snsapi_userinfo` or `snsapi_login`).
     * @throws Error for an app that is not bound to the open platform, since it has no unionid
     */
    async readUserInfo({ openid, accessToken }: { openid: string; accessToken: string }) {
      const query = { access_token: accessToken, openid }
      return v.parse(UserInfoSchema, await call('/sns/userinfo', query))
    },

    exchangeCode,

    /** Tests the credentials with an invalid code. @throws ProviderError for any other error */
    async check(): Promise<void> {
      try {
        await exchangeCode('0'.repeat(32))
      } catch (error) {
        if (!(error instanceof ProviderError) || error.code !== INVALID_CODE) throw error
      }
    },
  }
}
