import { createHmac } from 'node:crypto'
import { serveRequests } from '../serve-requests.ts'
import { createPhoneBook } from './phone-book.ts'

// A fake Twilio Messages API, written from twilio.com/docs (Message resource, errors, webhooks and their
// signatures), independently of the product.

const ACCOUNT = `AC${'3'.repeat(32)}`
const TOKEN = '4'.repeat(32)
const FROM = '+15017122661'

export async function startTwilio() {
  const { sent, state, isUnreachable, failEarly, respond } = createPhoneBook()
  const callbacks = new Map<string, string>()

  const refuse = (code: number, status = 400, message = 'refused') =>
    respond(
      { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
      status,
    )

  function send(form: URLSearchParams): Response {
    if (state.faultMode === 'no balance') return refuse(30002, 403, 'Account suspended')
    if (state.faultMode === 'too many') return refuse(20429, 429, 'Too Many Requests')
    const [to, text] = [form.get('To') ?? '', form.get('Body') ?? '']
    if (state.faultMode === 'wrong number')
      return refuse(21614, 400, `To number: ${to}, is not a mobile number`)
    if (state.faultMode === 'wrong region')
      return refuse(21408, 400, `Permission to send an SMS has not been enabled for ${to}`)
    if (form.get('From') !== FROM) return refuse(21603)
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return refuse(21211)
    if (text === '' || text.length > 1600) return refuse(21602)
    const callback = form.get('StatusCallback') ?? ''
    if (!URL.canParse(callback)) return refuse(21609)
    const id = `SM${String(sent.length + 1).padStart(32, '0')}`
    sent.push({ to, text, id })
    callbacks.set(id, callback)
    return respond(
      {
        sid: id,
        status: 'queued',
        error_code: null,
        to,
        from: FROM,
        body: text,
        num_segments: '1',
      },
      201,
    )
  }

  async function handle(request: Request): Promise<Response> {
    const failure = failEarly()
    if (failure) return failure
    const credentials = Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')
    if (request.headers.get('authorization') !== `Basic ${credentials}`) {
      return refuse(20003, 401, 'Authenticate')
    }
    switch (`${request.method} ${new URL(request.url).pathname}`) {
      case `POST /2010-04-01/Accounts/${ACCOUNT}/Messages.json`:
        return send(new URLSearchParams(await request.text()))
      case `GET /2010-04-01/Accounts/${ACCOUNT}.json`:
        return respond({ sid: ACCOUNT, status: 'active', friendly_name: 'Theatre', type: 'Full' })
      default:
        return refuse(20404, 404, 'not found')
    }
  }

  const server = await serveRequests(handle, isUnreachable)
  return {
    sent,
    state,
    callbacks,
    settings: {
      TWILIO_ACCOUNT: ACCOUNT,
      TWILIO_TOKEN: TOKEN,
      TWILIO_FROM: FROM,
      TWILIO_URL: server.url,
    },
    /** A delivery status as posted by Twilio; `over` changes the form after signing. */
    report(
      id: string,
      status: string,
      {
        over = {},
        token = TOKEN,
        url = callbacks.get(id) ?? '',
      }: { over?: object; token?: string; url?: string } = {},
    ) {
      const form: Record<string, string> = {
        AccountSid: ACCOUNT,
        ApiVersion: '2010-04-01',
        From: FROM,
        MessageSid: id,
        MessageStatus: status,
        SmsSid: id,
        To: '+447400123456',
        ...(status === 'undelivered' && { ErrorCode: '30003' }),
      }
      const text = Object.keys(form)
        .toSorted()
        .reduce((all, name) => all + name + form[name], url)
      const signature = createHmac('sha1', token).update(Buffer.from(text, 'utf8')).digest('base64')
      return {
        body: new URLSearchParams({ ...form, ...over }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signature,
        },
      }
    },
    close: server.close,
  }
}
