import type { Logger } from '../../lib/logger.ts'
import { readWebhookSecret, WEBHOOK_SECRET_VARIABLE } from '../../lib/webhook-secret.ts'
import type { Config } from '../config.ts'
import type { DatabaseHealth } from '../db/health.ts'
import type { Database } from '../db/open.ts'
import { hastenDelivery } from './outbox.ts'
import { createChangeSender, type ChangeSender } from './send-changes.ts'

/**
 * How often the outbox is looked at. Commands change content from processes of their own, and a
 * look costs some microseconds: less than any notification.
 */
const LOOK_MS = 100

export interface Publishing {
  /**
   * Tells the site at an address of every change from now on, and of those that wait.
   * @returns the function that ends it
   */
  tellSite(url: string): () => Promise<void>
  /** Sends what is due now. */
  send(): void
  stop(): Promise<void>
}

interface PublishingOptions {
  db: Database
  config: Config
  logger: Logger
  health: DatabaseHealth
  /** Epoch ms. */
  now(): number
}

/** Sends the changes of the outbox, to the address of the configuration before any other. */
export function startPublishing(options: PublishingOptions): Publishing {
  const { db, config, logger, health, now } = options
  let sender: ChangeSender | null = null
  let timer: NodeJS.Timeout | undefined

  function reportFault(error: unknown): void {
    if (health.report(error) !== undefined) return
    logger.error({ err: error }, 'the site could not be notified of changed content')
  }

  function send(): void {
    if (health.isDamaged) return
    sender?.send().catch(reportFault)
  }

  async function stopTelling(): Promise<void> {
    clearInterval(timer)
    await sender?.stop()
    sender = null
  }

  function tellSite(url: string): () => Promise<void> {
    // An address of the configuration goes before any other.
    if (sender) return async () => {}
    const secrets = readWebhookSecret(config.dataDir, {
      [WEBHOOK_SECRET_VARIABLE]: config.contentWebhookSecret,
    })
    sender = createChangeSender({ db, logger, url, secrets, now })
    timer = setInterval(send, LOOK_MS).unref()
    hastenDelivery(db, now()).then(send, reportFault)
    return stopTelling
  }

  if (config.contentWebhookUrl !== undefined) tellSite(config.contentWebhookUrl)
  return {
    tellSite,
    send,
    stop: stopTelling,
  }
}
