import { isIP } from 'node:net'
import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer'
import { MailError, type Mailer, type MailFault } from './mail.ts'
import { describeMail } from './mime.ts'

/** A job sends mails; nobody waits longer for a server than this. */
const TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 2
const IDLE_MS = 10_000

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/**
 * Options of an address such as `smtps://user:password@host:465`. Other parameters of nodemailer may stand in
 * its query. A password never goes over an open line: `smtp://` requires STARTTLS, except on this machine
 * and with `?ignoreTLS=true`.
 */
function readOptions(url: string, timeoutMs: number): SMTPPoolOptions & { pool: true } {
  const { hostname, searchParams } = new URL(url)
  return {
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    // A mail whose connection broke may have been accepted: the core decides whether to repeat it.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    requireTLS: !isLoopback(hostname) && searchParams.get('ignoreTLS') !== 'true',
  }
}

/** Codes of nodemailer for faults that only the settings can mend. */
const SETTINGS_CODES = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'ECONFIG'])

function readFault({ code, command, permanent, rejected }: NodemailerError): MailFault {
  if (code !== undefined && SETTINGS_CODES.has(code)) return 'settings'
  if (permanent !== true) return 'temporary'
  // Whoever we are sending to, our own address is refused.
  if (command === 'MAIL FROM') return 'settings'
  return rejected === undefined ? 'message' : 'recipient'
}

/** What servers say of recipients holds their addresses, so that only its number is kept. */
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

/** Sends by SMTP. @param timeoutMs how long the server may be silent */
export function createSmtpMailer(
  { url, from }: { url: string; from: string },
  timeoutMs = TIMEOUT_MS,
): Mailer {
  const transport = createTransport(readOptions(url, timeoutMs))
  const attempt = async (run: () => Promise<unknown>) => {
    try {
      await run()
    } catch (error) {
      throw toMailError(error)
    }
  }
  return {
    send: (mail) => attempt(() => transport.sendMail(describeMail(mail, from))),
    check: () => attempt(() => transport.verify()),
    close: () => transport.close(),
  }
}
