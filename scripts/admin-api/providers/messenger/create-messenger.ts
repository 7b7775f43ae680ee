import type { Logger } from '../../../lib/logger.ts'
import { LOCALES } from '#api/language.ts'
import { countSms } from '../../../lib/metrics.ts'
import type { Database } from '../../db/open.ts'
import type { Secrets } from '../../security/secrets.ts'
import { ProviderError } from '../provider-error.ts'
import { createAliyun } from './aliyun.ts'
import type { SmsDeliveries } from './deliveries.ts'
import { createHttpGateway } from './http.ts'
import {
  NO_MESSENGER,
  type Gateway,
  type Message,
  type Messenger,
  type SmsPurpose,
} from './message.ts'
import { createOutboxMessenger } from './outbox.ts'
import type { GatewayConfig, MessengerConfig } from './settings.ts'
import { SMS_PURPOSES } from './templates.ts'
import { createTencent } from './tencent.ts'
import { createTwilio } from './twilio.ts'

interface GatewayContext {
  secrets: Secrets
  now: () => number
}

function createGateway(config: GatewayConfig, context: GatewayContext): Gateway {
  switch (config.name) {
    case 'aliyun':
      return createAliyun(config, context)
    case 'tencent':
      return createTencent(config, context)
    case 'twilio':
      return createTwilio(config)
    case 'http':
      return createHttpGateway(config)
  }
}

/** The gateways in the configured order. */
export const createGateways = (config: MessengerConfig, context: GatewayContext): Gateway[] =>
  config.provider === 'gateways'
    ? config.gateways.map((gateway) => createGateway(gateway, context))
    : []

/**
 * The gateways for a message, in the order in which they are tried; later attempts start with another one.
 * Numbers in mainland China use domestic gateways; international ones only without a domestic gateway.
 */
export function chooseGateways(gateways: readonly Gateway[], message: Message): Gateway[] {
  const supporting = gateways.filter((gateway) => gateway.supports(message))
  const isDomestic = message.to.startsWith('+86')
  const matching = supporting.filter(
    ({ reach }) => reach === 'everywhere' || (reach === 'domestic') === isDomestic,
  )
  const hasDomestic = gateways.some(({ reach }) => reach !== 'abroad')
  const chosen = isDomestic && !hasDomestic ? supporting : matching
  const start = chosen.length === 0 ? 0 : message.attempt % chosen.length
  return [...chosen.slice(start), ...chosen.slice(0, start)]
}

/**
 * Purposes without a template for mainland China at any gateway: members without an e-mail address do not
 * receive these messages.
 */
export function listUnsentPurposes(gateways: readonly Gateway[]): SmsPurpose[] {
  if (gateways.length === 0) return []
  const probe = {
    channel: 'sms',
    to: '+8613800138000',
    lang: LOCALES[0],
    parameters: {},
    text: '',
    attempt: 0,
  } as const
  return SMS_PURPOSES.filter(
    (purpose) => chooseGateways(gateways, { ...probe, purpose }).length === 0,
  )
}

/** Sends by the first gateway that accepts a message. */
function createGatewayMessenger(
  gateways: readonly Gateway[],
  { logger, deliveries }: { logger: Logger; deliveries: SmsDeliveries },
): Messenger {
  /** Without a record only the receipt is lost: an accepted message must not be sent again. */
  const record: SmsDeliveries['record'] = (message) =>
    deliveries.record(message).catch((error: unknown) => {
      logger.warn({ err: error, gateway: message.gateway }, 'an accepted message was not recorded')
    })

  return {
    gateways,
    canSend: (message) => chooseGateways(gateways, message).length > 0,

    async send(message, now) {
      const { purpose } = message
      const failures: unknown[] = []
      const reasons: string[] = []
      for (const { name: gateway, send, refusals } of chooseGateways(gateways, message)) {
        try {
          const id = await send(message, now)
          countSms({ gateway, result: 'accepted' })
          if (id !== null) await record({ gateway, id, purpose, sentAt: now })
          return { status: 'accepted' }
        } catch (error) {
          countSms({ gateway, result: 'refused' })
          // The text of an error response may contain the number, so only its code is logged.
          const code = error instanceof ProviderError ? error.code : null
          const cause = code === null ? { err: error } : { reason: code }
          logger.warn({ ...cause, gateway, purpose }, 'gateway rejected a message')
          if (code === null) failures.push(error)
          else if (refusals.has(code)) reasons.push(`${gateway} ${code}`)
          else failures.push(new Error(`${gateway} ${code}`))
        }
      }
      if (failures.length > 0 || reasons.length === 0) {
        throw new AggregateError(failures, 'no gateway accepted the message')
      }
      return { status: 'refused', reason: reasons.join(', ') }
    },
  }
}

interface MessengerContext extends GatewayContext {
  db: Database
  logger: Logger
  deliveries: SmsDeliveries
}

/** Creates the configured messenger. */
export function createMessenger(config: MessengerConfig, context: MessengerContext): Messenger {
  switch (config.provider) {
    case 'gateways':
      return createGatewayMessenger(createGateways(config, context), context)
    case 'outbox':
      return createOutboxMessenger(context.db)
    case 'none':
      return NO_MESSENGER
  }
}
