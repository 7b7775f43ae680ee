import { readWebhookSecret, WEBHOOK_SECRET_VARIABLE } from '../../lib/webhook-secret.ts'
import type { Deps } from '../deps.ts'
import { retryDeliveriesNow } from './outbox.ts'
import { createChangeSender, type ChangeSender } from './send-changes.ts'

/**
 * Polling interval of the outbox. Commands change content in processes of their own, and a query takes a few
 * microseconds.
 */
const POLL_MS = 100

type PublishingDeps = Pick<Deps, 'db' | 'config' | 'logger' | 'health' | 'now'>

/** Starts sending content changes, at once if the configuration has a webhook URL. */
export function startPublishing({ db, config, logger, health, now }: PublishingDeps) {
  let sender: ChangeSender | null = null
  let timer: NodeJS.Timeout | undefined

  function reportFault(error: unknown): void {
    if (health.report(error) !== undefined) return
    logger.error({ err: error }, 'content webhook failed')
  }

  /** Sends the delivery that is due, without waiting for the result. */
  function send(): void {
    if (health.isDamaged) return
    sender?.send().catch(reportFault)
  }

  async function stop(): Promise<void> {
    clearInterval(timer)
    await sender?.stop()
    sender = null
  }

  /**
   * Notifies the site at a webhook URL of waiting and future changes. Does nothing if a URL is set already,
   * by configuration or by an earlier call.
   * @returns a function that stops the notifications
   */
  function notifySite(url: string): () => Promise<void> {
    if (sender) return async () => {}
    const secrets = readWebhookSecret(config.dataDir, {
      [WEBHOOK_SECRET_VARIABLE]: config.contentWebhookSecret,
    })
    sender = createChangeSender({ db, logger, url, secrets, now })
    timer = setInterval(send, POLL_MS).unref()
    retryDeliveriesNow(db, now()).then(send, reportFault)
    return stop
  }

  if (config.contentWebhookUrl !== undefined) notifySite(config.contentWebhookUrl)
  return { notifySite, send, stop }
}
