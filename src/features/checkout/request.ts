import { cancelOrder, extendOrder } from '#api/order.ts'
import { payOrder, payOrderInApp, payOrderOnPhone } from '#api/payment.ts'
import type { PayMethod, ProviderMethod } from '#api/pay-methods.ts'
import type { CallResult } from '#client/create-client.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { callApi } from '#stores/client.ts'

// Defined outside of components so that their identity is stable.

/** Requests balance and membership; the code is loaded only if the balance is a payment method. */
export async function requestBalance(signal: AbortSignal) {
  const { requestMembership } = await import('#features/ui/request-membership.ts')
  return requestMembership(signal)
}

export const requestCode = (orderNo: string, method: PayMethod) => (signal: AbortSignal) =>
  recordTiming(() => callApi(payOrder, { body: { order_no: orderNo, method }, signal }))

export const payByBalance = (orderNo: string) =>
  callApi(payOrder, { body: { order_no: orderNo, method: 'balance' } })

type OpenedPage = { status: 'paid' } | { status: 'waiting'; address: string }

/** Starts a payment on a page of the provider. @returns its URL, or that the order is already paid */
export async function openPage(
  orderNo: string,
  method: ProviderMethod,
  isPhone: boolean,
): Promise<CallResult<OpenedPage>> {
  const body = { order_no: orderNo, method }
  const result = isPhone
    ? await callApi(payOrderOnPhone, { body })
    : await callApi(payOrder, { body })
  if (result.status !== 'ok') return result
  const { data } = result
  if (data.status === 'paid') return { status: 'ok', data }
  const address = 'h5_url' in data ? data.h5_url : data.code_url
  return { status: 'ok', data: { status: 'waiting', address } }
}

export const payInApp = (orderNo: string) =>
  callApi(payOrderInApp, { body: { order_no: orderNo, method: 'wechat' } })

export const extendHold = (orderNo: string) =>
  recordTiming(() => callApi(extendOrder, { body: { order_no: orderNo } }))

export const cancelUnpaidOrder = (orderNo: string) =>
  recordTiming(() => callApi(cancelOrder, { body: { order_no: orderNo } }))

const isH5 = (method: PayMethod): boolean => method === 'wechat' || method === 'sandbox'

/**
 * Adds the return URL to the URL of a payment. Source: WeChat Pay v3, H5 payment: the merchant
 * appends `redirect_url` to `h5_url`. Other providers get the return URL from the API.
 */
export function withReturn(h5Url: string, currentUrl: string, method: PayMethod): string {
  if (!isH5(method)) return h5Url
  const url = new URL(h5Url, currentUrl)
  url.searchParams.set('redirect_url', currentUrl)
  return url.href
}
