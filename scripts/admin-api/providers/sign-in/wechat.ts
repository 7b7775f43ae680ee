import { createWechatOauth } from '../wechat/oauth.ts'
import type { WechatApp } from '../wechat/settings.ts'
import type { RedirectFlow } from './provider.ts'

/**
 * Sign in with WeChat (developers.weixin.qq.com): a QR code of the website app, and the official account inside
 * WeChat. The subject is the unionid, which is the same for both.
 * @param account null if sign-in inside WeChat is not configured
 */
export function createWechatSignIn(website: WechatApp, account: WechatApp | null): RedirectFlow {
  const qrCode = createWechatOauth(website)
  const inApp = account === null ? null : createWechatOauth(account)
  return {
    async createUrl({ redirectUri, state, isInWechat }) {
      return isInWechat && inApp
        ? inApp.createConsentUrl(redirectUri, state)
        : qrCode.createQrUrl(redirectUri, state)
    },

    async finish(query, { isInWechat }) {
      const oauth = (isInWechat && inApp) || qrCode
      const grant = await oauth.exchangeCode(query.get('code') ?? '')
      const { unionid, nickname } = await oauth.readUserInfo(grant)
      return { subject: unionid, name: nickname }
    },

    check: qrCode.check,
  }
}
