import { createWechatOauth } from '../wechat/oauth.ts'
import type { WechatApp } from '../wechat/settings.ts'
import type { RedirectFlow } from './provider.ts'

/**
 * Sign in with WeChat (developers.weixin.qq.com): a QR code by the app of the website, and inside WeChat the
 * official account. People are known by their unionid, which is the same for both.
 * @param account null where nobody signs in inside WeChat
 */
export function createWechatSignIn(website: WechatApp, account: WechatApp | null): RedirectFlow {
  const scan = createWechatOauth(website)
  const inApp = account === null ? null : createWechatOauth(account)
  const choose = (isInWechat: boolean) => (isInWechat && inApp !== null ? inApp : scan)
  return {
    async createUrl({ redirectUri, state, isInWechat }) {
      return isInWechat && inApp !== null
        ? inApp.createConsentUrl(redirectUri, state)
        : scan.createQrUrl(redirectUri, state)
    },

    async finish(query, { isInWechat }) {
      const oauth = choose(isInWechat)
      const grant = await oauth.exchangeCode(query.get('code') ?? '')
      const { unionid, nickname } = await oauth.readPerson(grant)
      return { subject: unionid, name: nickname }
    },

    async check() {
      await scan.check()
    },
  }
}
