import { createServiceUrlSchema, createTextSchema } from '../../../lib/read-config.ts'
import { requireTogether, type SettingValues } from '../require-settings.ts'

const AppSchema = createTextSchema(/^wx\w{16}$/, 'expected an id like wx8888888888888888')
const SecretSchema = createTextSchema(
  /^[0-9a-f]{32}$/,
  'expected the 32 characters of an AppSecret',
)

/**
 * Environment variables of WeChat's OAuth: the official account (pages inside WeChat), the website app (QR code
 * on desktops), and the base URLs.
 */
export const WECHAT_OAUTH_SETTINGS = {
  WECHAT_ACCOUNT_APP: AppSchema,
  WECHAT_ACCOUNT_SECRET: SecretSchema,
  WECHAT_WEBSITE_APP: AppSchema,
  WECHAT_WEBSITE_SECRET: SecretSchema,
  WECHAT_OAUTH_URL: createServiceUrlSchema('https://api.weixin.qq.com'),
  WECHAT_OPEN_URL: createServiceUrlSchema('https://open.weixin.qq.com'),
}

const SITE = { SITE_URL: 'expected the public address of the site, to which WeChat redirects' }
const ACCOUNT = {
  WECHAT_ACCOUNT_APP: 'expected the id of the official account of WECHAT_ACCOUNT_SECRET',
  WECHAT_ACCOUNT_SECRET: 'expected the AppSecret of WECHAT_ACCOUNT_APP',
}
const WEBSITE = {
  WECHAT_WEBSITE_APP: 'expected the id of the website app of WECHAT_WEBSITE_SECRET',
  WECHAT_WEBSITE_SECRET: 'expected the AppSecret of WECHAT_WEBSITE_APP',
}

/** Requires all variables of the official account, or of the website app, if one of them is set. */
export const WECHAT_OAUTH_RULES = [ACCOUNT, WEBSITE].map((group) => requireTogether(group, SITE))

/** Reads the apps; null when one is not configured. */
export function readWechatApps(values: SettingValues<typeof WECHAT_OAUTH_SETTINGS>) {
  /** An app with the base URLs of server calls and of the authorisation pages. */
  const readApp = (appid: string | undefined, secret: string | undefined) =>
    appid === undefined || secret === undefined
      ? null
      : { appid, secret, apiUrl: values.WECHAT_OAUTH_URL, openUrl: values.WECHAT_OPEN_URL }
  return {
    /** The official account, for payments inside WeChat. */
    wechatAccount: readApp(values.WECHAT_ACCOUNT_APP, values.WECHAT_ACCOUNT_SECRET),
    /** The website app, for sign-in. */
    wechatWebsite: readApp(values.WECHAT_WEBSITE_APP, values.WECHAT_WEBSITE_SECRET),
  }
}
export type WechatApp = NonNullable<ReturnType<typeof readWechatApps>['wechatAccount']>
