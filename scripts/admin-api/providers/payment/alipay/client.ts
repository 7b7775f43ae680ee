import { AlipayRequestError, AlipaySdk } from 'alipay-sdk'
import * as v from 'valibot'
import type { AlipayConfig, AlipayKey } from './settings.ts'

/** Below the timeout of the caller, so that the log shows Alipay's error. */
const TIMEOUT_MS = 4500
const BEIJING_MS = 8 * 3_600_000

/** A refusal of Alipay: `ACQ.TRADE_NOT_EXIST` and so on. */
export class AlipayError extends Error {
  override name = 'AlipayError'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

const ResultSchema = v.looseObject({
  code: v.string(),
  msg: v.optional(v.string(), ''),
  sub_code: v.optional(v.string(), ''),
  sub_msg: v.optional(v.string(), ''),
})
const SUCCESS = '10000'

/** A time as Alipay reads and writes it, in the zone of Beijing whatever that of the machine is. */
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
 * Calls of Alipay's gateway by its own library (opendocs.alipay.com/common/02kf5q). The library signs by
 * the clock and the zone of the machine: the time is given instead.
 * @param now epoch ms
 */
export function createAlipayClient(config: AlipayConfig, now: () => number) {
  // One for each key of Alipay, the current one first: the library knows one key.
  const sdks = config.publicKeys.map((key) => createSdk(config, key)).toReversed()
  const [current] = sdks
  if (!current) throw new Error('Alipay has no key')

  const createParams = (content: object) => ({
    timestamp: formatBeijing(now()),
    bizContent: { ...content },
  })

  /**
   * Calls with each key in turn until the signature of the response holds. Every call of ours does the
   * same when it is made again.
   */
  async function execute(method: string, content: object): Promise<unknown> {
    let failure: unknown
    for (const sdk of sdks) {
      try {
        return await sdk.exec(method, createParams(content), { validateSign: true })
      } catch (error) {
        failure = error
        // Without a response another key changes nothing.
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
     * @throws AlipayError for a refusal
     * @throws Error for a response that Alipay did not sign, or none
     */
    async call(method: string, content: object): Promise<unknown> {
      const answer = v.parse(ResultSchema, await execute(method, content))
      if (answer.code === SUCCESS) return answer
      throw new AlipayError(answer.sub_code || answer.code, answer.sub_msg || answer.msg)
    },

    /** The signed address of a page on which somebody pays. */
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
