import { describe, expect, test, vi } from 'vitest'
import { NetworkError } from '#client/errors.ts'
import type { DraftFile } from '#stores/drafts.ts'
import { createTransfer, type Transfer, type TransferEnvironment } from '#stores/transfer.ts'

const file = new File(['%PDF-1.7'], 'cv.pdf', { type: 'application/pdf' })
const upload = { id: 7, kind: 'resume', name: 'cv.pdf', bytes: 8, duration_s: null } as const
const grant = {
  upload_id: 7,
  endpoint: '/api/upload/tus',
  ticket: 'a ticket of some length',
  expires_at: '2027-01-01T00:00:00+08:00',
}
const newDraft: DraftFile = { file, grant: null, url: null, upload: null }
const ok = (data: unknown) => ({ status: 'ok', data })

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

interface Script {
  /** Outcome of each API call, in order. */
  responses: unknown[]
  /** Outcome of each upload attempt, in order; null succeeds. */
  sends: (Error | null)[]
  isMember?: boolean
}

/** Runs a transfer with scripted outcomes, and records its calls and states. */
function runTransfer({ responses, sends, isMember = true }: Script, draft = newDraft) {
  const calls: string[] = []
  const sent: { url: string | null; ticket: string }[] = []
  const states: Transfer[] = []
  const savedDrafts: DraftFile[] = []
  const environment = {
    call: ({ path }: { path: string }) => {
      calls.push(path)
      const response = responses.shift()
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response)
    },
    isMember: () => isMember,
    now: () => Date.parse('2026-12-01T00:00:00+08:00'),
    send: (job: Parameters<TransferEnvironment['send']>[0]) => {
      sent.push({ url: job.url, ticket: job.grant.ticket })
      job.onUrl('/api/upload/tus/1')
      job.onProgress(4)
      const result = sends.shift()
      return Promise.resolve({
        finished: result ? Promise.reject(result) : Promise.resolve(),
        stop: () => {},
      })
    },
    waitForNetwork: () => Promise.resolve(),
  } as unknown as TransferEnvironment
  const transfer = createTransfer(
    {
      kind: 'resume',
      draft,
      save: (next) => savedDrafts.push(next),
      report: (state) => states.push(state),
    },
    environment,
  )
  return { transfer, calls, sent, states, savedDrafts, last: () => states.at(-1) }
}

describe('file transfer', () => {
  test('requests a grant, uploads, and has the file checked', async () => {
    const run = runTransfer({ responses: [ok(grant), ok(upload)], sends: [null] })
    await run.transfer.start()
    expect(run.calls).toEqual(['/api/upload/ticket', '/api/upload/complete'])
    expect(run.last()).toMatchObject({ status: 'done', upload })
    expect(run.savedDrafts.at(-1)).toMatchObject({ grant, url: '/api/upload/tus/1', upload })
    expect(run.states.some(({ status, sent }) => status === 'sending' && sent === 4)).toBe(true)
  })

  test('waits for a login without sending requests', async () => {
    const run = runTransfer({ responses: [], sends: [], isMember: false })
    await run.transfer.start()
    expect(run.calls).toEqual([])
    expect(run.last()?.status).toBe('waiting')
  })

  test('resumes where an earlier visit stopped', async () => {
    const draft = { ...newDraft, grant, url: '/api/upload/tus/9' }
    const run = runTransfer({ responses: [ok(upload)], sends: [null] }, draft)
    await run.transfer.start()
    expect(run.sent).toEqual([{ url: '/api/upload/tus/9', ticket: grant.ticket }])
    expect(run.last()?.status).toBe('done')
  })

  test('requests a new grant if the stored one has expired', async () => {
    const expiredGrant = { ...grant, expires_at: '2026-11-01T00:00:00+08:00' }
    const draft = { ...newDraft, grant: expiredGrant }
    const run = runTransfer({ responses: [ok(grant), ok(upload)], sends: [null] }, draft)
    await run.transfer.start()
    expect(run.sent[0]?.url).toBeNull()
    expect(run.last()?.status).toBe('done')
  })

  test.each([
    ['the server has ended a request whose data stalled', 408],
    ['a proxy could not reach the server, which restarts', 502],
    ['a proxy received no response in time', 504],
  ])('resumes after %s', async (_, status) => {
    const sends = [new Refused(status), null]
    const run = runTransfer({ responses: [ok(grant), ok(upload)], sends })
    await run.transfer.start()
    expect(run.calls).toEqual(['/api/upload/ticket', '/api/upload/complete'])
    expect(run.sent.map(({ url }) => url)).toEqual([null, '/api/upload/tus/1'])
    expect(run.last()?.status).toBe('done')
  })

  test('confirms a file that an earlier visit has uploaded', async () => {
    const draft = { ...newDraft, grant, url: '/api/upload/tus/9', upload }
    const run = runTransfer({ responses: [ok(upload)], sends: [] }, draft)
    await run.transfer.start()
    expect(run.calls).toEqual(['/api/upload/complete'])
    expect(run.last()).toMatchObject({ status: 'done', upload })
  })

  test('uploads a file again that the API has deleted since an earlier visit', async () => {
    const refusal = { status: 'refused', code: 500405, msg: '', data: null }
    const draft = { ...newDraft, grant, url: '/api/upload/tus/9', upload }
    const again = { ...upload, id: 8 }
    const run = runTransfer({ responses: [refusal, ok(grant), ok(again)], sends: [null] }, draft)
    await run.transfer.start()
    expect(run.sent).toEqual([{ url: null, ticket: grant.ticket }])
    expect(run.last()).toMatchObject({ status: 'done', upload: again })
  })

  test('waits for the network and resumes, whichever request failed', async () => {
    const run = runTransfer({
      responses: [new NetworkError(null), ok(grant), new NetworkError(null), ok(upload)],
      sends: [Object.assign(new Error('cut'), { status: null }), null, null],
    })
    await run.transfer.start()
    expect(run.states.map(({ status }) => status)).toContain('offline')
    expect(run.sent[1]?.url).toBe('/api/upload/tus/1')
    expect(run.last()?.status).toBe('done')
  })

  test('fails if the file became unreadable, for example with a removed drive', async () => {
    using read = vi.spyOn(Blob.prototype, 'text')
    read.mockRejectedValue(new DOMException('removed', 'NotReadableError'))
    const run = runTransfer({
      responses: [ok(grant), ok(upload)],
      sends: [Object.assign(new Error('cannot read'), { status: null }), null],
    })
    await run.transfer.start()
    expect(run.last()).toMatchObject({ status: 'failed', fault: { kind: 'unreadable' } })
  })

  test('requests a new grant once if the provider no longer knows the old one', async () => {
    const draft = { ...newDraft, grant, url: '/api/upload/tus/9' }
    const again = { ...grant, ticket: 'another ticket of length' }
    const run = runTransfer(
      { responses: [ok(again), ok(upload)], sends: [new Refused(410), null] },
      draft,
    )
    await run.transfer.start()
    expect(run.sent[1]).toEqual({ url: null, ticket: again.ticket })
    expect(run.last()?.status).toBe('done')

    const refusedAgain = runTransfer({
      responses: [ok(grant), ok(grant)],
      sends: [new Refused(403), new Refused(403)],
    })
    await refusedAgain.transfer.start()
    expect(refusedAgain.last()).toMatchObject({ status: 'failed', fault: { kind: 'failed' } })
  })

  test('reports why the API refused', async () => {
    const refusal = { status: 'refused', code: 500403, msg: '', data: { duration_s: 341 } }
    const run = runTransfer({ responses: [ok(grant), refusal], sends: [null] })
    await run.transfer.start()
    expect(run.last()).toMatchObject({ status: 'failed', fault: { code: 500403 } })
    expect(run.savedDrafts.at(-1)?.grant).toBeNull()
  })

  test('waits for the next login if the session ends, and keeps the sent data', async () => {
    const unauthorized = { status: 'unauthorized' }
    const run = runTransfer({
      responses: [unauthorized, ok(grant), unauthorized, ok(upload)],
      sends: [null, null],
    })
    await run.transfer.start()
    expect(run.last()).toMatchObject({ status: 'waiting', fault: null })
    await run.transfer.start()
    expect(run.last()).toMatchObject({ status: 'waiting', fault: null })
    await run.transfer.start()
    expect(run.sent[1]?.url).toBe('/api/upload/tus/1')
    expect(run.last()?.status).toBe('done')
  })

  test('reports full storage, and resumes on retry', async () => {
    const full = Object.assign(new Error('full'), { status: 503, code: 500904 })
    const run = runTransfer({ responses: [ok(grant), ok(upload)], sends: [full, null] })
    await run.transfer.start()
    expect(run.last()).toMatchObject({ status: 'failed', fault: { code: 500904 } })
    await run.transfer.start()
    expect(run.sent[1]?.url).toBe('/api/upload/tus/1')
    expect(run.last()?.status).toBe('done')
  })

  test('reports a rate limit of the storage, and resumes on retry', async () => {
    const limited = Object.assign(new Error('limited'), { status: 429, code: 429 })
    const run = runTransfer({ responses: [ok(grant), ok(upload)], sends: [limited, null] })
    await run.transfer.start()
    expect(run.last()).toMatchObject({ status: 'failed', fault: { code: 500905 } })
    await run.transfer.start()
    expect(run.sent[1]?.url).toBe('/api/upload/tus/1')
    expect(run.last()?.status).toBe('done')
  })

  test('keeps the grant if the file could not be checked at that moment', async () => {
    const refusal = { status: 'refused', code: 500408, msg: '', data: null }
    const run = runTransfer({ responses: [ok(grant), refusal], sends: [null] })
    await run.transfer.start()
    expect(run.last()).toMatchObject({ status: 'failed', fault: { code: 500408 } })
    expect(run.savedDrafts.at(-1)?.grant).toEqual(grant)
  })

  test('pauses, resumes, and discards its upload when cancelled', async () => {
    const run = runTransfer({ responses: [ok(grant), ok(upload), ok({})], sends: [null, null] })
    const first = run.transfer.start()
    run.transfer.pause()
    await first
    expect(run.last()?.status).toBe('paused')
    await run.transfer.start()
    expect(run.last()?.status).toBe('done')
    run.transfer.cancel()
    expect(run.calls.at(-1)).toBe('/api/upload/discard')
  })

  test.each([
    ['granted', ok(grant)],
    ['refused', { status: 'refused', code: 500404, msg: '', data: null }],
  ])('stays removed if its grant is %s after the removal', async (_, response) => {
    const run = runTransfer({ responses: [response], sends: [] })
    const started = run.transfer.start()
    const reported = run.states.length
    run.transfer.stop()
    await started
    // Otherwise the field would show the file again, and restore it on the next visit.
    expect(run.states.slice(reported)).toEqual([])
    expect(run.savedDrafts).toEqual([])
  })

  test('stays paused if its grant is refused during the pause', async () => {
    const refusal = { status: 'refused', code: 500404, msg: '', data: null }
    const run = runTransfer({ responses: [refusal], sends: [] })
    const started = run.transfer.start()
    run.transfer.pause()
    await started
    expect(run.last()?.status).toBe('paused')
  })
})
