import type { Logger } from 'pino'
import { LOCALES } from '#api/language.ts'
import { countSms } from '../../../lib/metrics.ts'
import type { Database } from '../../db/open.ts'
import type { Secrets } from '../../security/secrets.ts'
import { createAliyun } from './aliyun.ts'
import type { Deliveries } from './deliveries.ts'
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

interface Tools {
  secrets: Secrets
  now: () => number
}

function createGateway(config: GatewayConfig, tools: Tools): Gateway {
  switch (config.name) {
    case 'aliyun':
      return createAliyun(config, tools)
    case 'tencent':
      return createTencent(config, tools)
    case 'twilio':
      return createTwilio(config)
    case 'http':
      return createHttpGateway(config)
  }
}

/** The configured gateways, in their order. */
export const createGateways = (config: MessengerConfig, tools: Tools): Gateway[] =>
  config.provider === 'gateways'
    ? config.gateways.map((gateway) => createGateway(gateway, tools))
    : []

const isDomestic = ({ to }: Message): boolean => to.startsWith('+86')

/**
 * The gateways for a message, the first one first: numbers of mainland China go to gateways that are made
 * for them, and abroad only where there is no such gateway.
 */
export function chooseGateways(gateways: readonly Gateway[], message: Message): Gateway[] {
  const able = gateways.filter((gateway) => gateway.hasForm(message))
  const isAtHome = isDomestic(message)
  const fitting = able.filter(
    ({ reach }) => reach === 'everywhere' || (reach === 'domestic') === isAtHome,
  )
  const hasDomestic = gateways.some(({ reach }) => reach !== 'abroad')
  const chosen = isAtHome && !hasDomestic ? able : fitting
  const start = chosen.length === 0 ? 0 : message.attempt % chosen.length
  return [...chosen.slice(start), ...chosen.slice(0, start)]
}

/**
 * The messages that no gateway sends to mainland China for want of a template: whoever has no e-mail address
 * does not get them.
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

/** Sends by the first gateway that takes a message. */
function createGatewayMessenger(
  gateways: readonly Gateway[],
  { logger, deliveries }: { logger: Logger; deliveries: Deliveries },
): Messenger {
  return {
    gateways,
    outbox: null,
    canSend: (message) => chooseGateways(gateways, message).length > 0,

    async send(message, now) {
      const { purpose } = message
      const failures: unknown[] = []
      for (const { name: gateway, send } of chooseGateways(gateways, message)) {
        try {
          const id = await send(message, now)
          countSms({ gateway, result: 'accepted' })
          if (id !== null) await deliveries.record({ gateway, id, purpose, sentAt: now })
          return { gateway, id }
        } catch (error) {
          failures.push(error)
          countSms({ gateway, result: 'refused' })
          logger.warn({ err: error, gateway, purpose }, 'a gateway did not take a message')
        }
      }
      throw new AggregateError(failures, 'no gateway took the message')
    },
  }
}

interface Installation extends Tools {
  db: Database
  logger: Logger
  deliveries: Deliveries
}

/** Creates the configured messenger. */
export function createMessenger(config: MessengerConfig, tools: Installation): Messenger {
  switch (config.provider) {
    case 'gateways':
      return createGatewayMessenger(createGateways(config, tools), tools)
    case 'outbox':
      return createOutboxMessenger(tools.db)
    case 'none':
      return NO_MESSENGER
  }
}
