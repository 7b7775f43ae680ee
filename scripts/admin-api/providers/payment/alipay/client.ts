import { AlipayRequestError, AlipaySdk } from 'alipay-sdk'
import * as v from 'valibot'
import { ProviderError } from '../../provider-error.ts'
import type { AlipayConfig, AlipayKey } from './settings.ts'
import { HOUR } from '../../../../lib/durations.ts'

/** Shorter than the timeout of the caller, so that the log shows Alipay's error. */
const TIMEOUT_MS = 4500
const BEIJING_MS = 8 * HOUR

const ResultSchema = v.looseObject({
  code: v.string(),
  msg: v.optional(v.string(), ''),
  sub_code: v.optional(v.string(), ''),
  sub_msg: v.optional(v.string(), ''),
})
const SUCCESS = '10000'

/** Formats a time as Alipay expects it, in Beijing time regardless of the system's time zone. */
export const formatBeijing = (ms: number): string =>
  new Date(ms + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ')

function createSdk(config: AlipayConfig, { kind, pem }: AlipayKey): AlipaySdk {
  const { appId, privateKey, certificates, url } = config
  const key = kind === 'key' ? { alipayPublicKey: pem } : { alipayPublicCertContent: pem }
  return new AlipaySdk({
    appId,
    privateKey,
    keyType: 'PKCS8',
    gateway: new URL('/gateway.do', url).href,
    timeout: TIMEOUT_MS,
    camelcase: false,
    ...key,
    ...(certificates !== null && {
      appCertContent: certificates.app,
      alipayRootCertContent: certificates.root,
    }),
  })
}

/**
 * Client of Alipay's gateway, based on its SDK (opendocs.alipay.com/common/02kf5q). The timestamp is passed
 * explicitly, since the SDK uses the clock and time zone of the system.
 * @param now epoch ms
 */
export function createAlipayClient(config: AlipayConfig, now: () => number) {
  // One per key of Alipay, the current one first, since the SDK supports a single key.
  const sdks = config.publicKeys.map((key) => createSdk(config, key)).toReversed()
  const [current] = sdks
  if (!current) throw new Error('Alipay has no key')

  const createParams = (content: object) => ({
    timestamp: formatBeijing(now()),
    bizContent: { ...content },
  })

  /**
   * Makes a call with each key in turn until the signature of the response is valid. All calls are idempotent.
   */
  async function execute(method: string, content: object): Promise<unknown> {
    let failure: unknown
    for (const sdk of sdks) {
      try {
        return await sdk.exec(method, createParams(content), { validateSign: true })
      } catch (error) {
        failure = error
        // Without a response, another key would not help.
        const hasResponse =
          error instanceof AlipayRequestError && error.responseDataRaw !== undefined
        if (!hasResponse) break
      }
    }
    throw failure
  }

  return {
    /**
     * @param content the fields of `biz_content`
     * @throws ProviderError for an error response
     * @throws Error for no response or one with an invalid signature
     */
    async call(method: string, content: object): Promise<unknown> {
      const result = v.parse(ResultSchema, await execute(method, content))
      if (result.code === SUCCESS) return result
      throw new ProviderError(result.sub_code || result.code, result.sub_msg || result.msg)
    },

    /** The signed URL of a payment page. */
    createPageUrl: (
      method: string,
      content: object,
      addresses: { notifyUrl: string; returnUrl: string },
    ): string => current.pageExecute(method, 'GET', { ...createParams(content), ...addresses }),

    /** Whether one of Alipay's keys signed a notification. */
    isSigned: (fields: Readonly<Record<string, string>>): boolean =>
      sdks.some((sdk) => sdk.checkNotifySignV2({ ...fields })),
  }
}
export type AlipayClient = ReturnType<typeof createAlipayClient>
