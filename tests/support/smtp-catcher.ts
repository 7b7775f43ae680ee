import { createServer, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A received mail, parsed and raw. */
interface CaughtMail {
  email: Email
  raw: string
  from: string
  to: string[]
}

interface Options {
  user?: { name: string; password: string }
  /** Whether connections use implicit TLS. */
  isSecure?: boolean
  /** Replies to sender, recipient and mail; undefined accepts. */
  refuseSender?: (address: string) => Refusal | undefined
  refuseRecipient?: (address: string) => Refusal | undefined
  refuseMail?: () => Refusal | undefined | Promise<undefined>
}

interface Refusal {
  responseCode: number
  message: string
}

const toError = (refusal: Refusal | undefined) =>
  refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null

async function open(server: { listen(port: number, host: string, done: () => void): unknown }) {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
}

/** Starts a real SMTP server (smtp-server) that records mails; it is closed when the test ends. */
export async function serveSmtp(options: Options = {}) {
  const { user, isSecure = false } = options
  const caught: CaughtMail[] = []
  const state = { connections: 0 }
  const settings: SMTPServerOptions = {
    secure: isSecure,
    authOptional: !user,
    disabledCommands: ['STARTTLS', ...(user ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onConnect(_session, done) {
      state.connections += 1
      done()
    },
    onAuth({ username, password }, _session, done) {
      if (username === user?.name && password === user?.password) done(null, { user: username })
      else done(Object.assign(new Error('5.7.8 Authentication failed'), { responseCode: 535 }))
    },
    onMailFrom: ({ address }, _session, done) => done(toError(options.refuseSender?.(address))),
    onRcptTo: ({ address }, _session, done) => done(toError(options.refuseRecipient?.(address))),
    async onData(stream, { envelope }, done) {
      const bytes = await buffer(stream).catch(() => null)
      // The client has disconnected.
      if (bytes === null) return
      const refusal = toError(await options.refuseMail?.())
      if (!refusal) {
        caught.push({
          email: await PostalMime.parse(bytes),
          raw: bytes.toString('latin1'),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
        })
      }
      done(refusal)
    },
  }
  const server = new SMTPServer(settings)
  server.on('error', () => {})
  await open(server)
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const login = user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : ''
  return { url: `smtp${isSecure ? 's' : ''}://${login}127.0.0.1:${port}`, caught, state }
}

/** A server that accepts connections and never responds. */
export async function serveSilence() {
  const server = createServer((socket) => void socket.on('error', () => {}))
  await open(server)
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
