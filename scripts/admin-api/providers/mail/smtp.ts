import { isIP } from 'node:net'
import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer'
import { MailError, type Mailer, type MailFault } from './mail.ts'
import { createMailOptions } from './mime.ts'

const TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 2
const IDLE_MS = 10_000

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * Transport options from a URL such as `smtps://user:password@host:465`, whose query may contain other options
 * of nodemailer. Passwords are not sent in clear text: `smtp://` requires STARTTLS, except on localhost and
 * with `?ignoreTLS=true`.
 */
function readOptions(url: string, timeoutMs: number): SMTPPoolOptions & { pool: true } {
  const { hostname, searchParams } = new URL(url)
  return {
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // A mail may have been accepted although its connection broke; the outbox decides whether to resend it.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    requireTLS: !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true',
  }
}

/** Error codes of nodemailer that indicate wrong settings. */
const SETTINGS_CODES = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'ECONFIG'])

function readFault({ code, command, permanent, rejected }: NodemailerError): MailFault {
  if (code !== undefined && SETTINGS_CODES.has(code)) return 'settings'
  if (permanent !== true) return 'temporary'
  // The server rejects our sender address, whatever the recipient.
  if (command === 'MAIL FROM') return 'settings'
  return rejected === undefined ? 'message' : 'recipient'
}

/** Server responses may contain the recipient's address, so only their status code is included. */
function describeFault(
  fault: MailFault,
  { message, code, responseCode, command }: NodemailerError,
) {
  if (fault === 'settings' || responseCode === undefined) return message
  return `${code} ${responseCode} at ${command}`
}

function toMailError(error: unknown): MailError {
  if (!(error instanceof Error)) return new MailError('temporary', String(error))
  const fault = readFault(error)
  return new MailError(fault, describeFault(fault, error))
}

/** Sends mails by SMTP. @param timeoutMs idle timeout of the connection */
export function createSmtpMailer(
  { url, from }: { url: string; from: string },
  timeoutMs = TIMEOUT_MS,
): Mailer & { check(): Promise<void> } {
  const transport = createTransport(readOptions(url, timeoutMs))
  const attempt = async (run: () => Promise<unknown>) => {
    try {
      await run()
    } catch (error) {
      throw toMailError(error)
    }
  }
  return {
    send: (mail) => attempt(() => transport.sendMail(createMailOptions(mail, from))),
    /** Connects and authenticates without sending. @throws MailError */
    check: () => attempt(() => transport.verify()),
    close: () => transport.close(),
  }
}
