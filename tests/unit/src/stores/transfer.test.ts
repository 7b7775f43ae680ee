import { describe, expect, test } from 'vitest'
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
const fresh: DraftFile = { file, grant: null, url: null, upload: null }
const ok = (data: unknown) => ({ status: 'ok', data })

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

interface Script {
  /** What each call of the API does, in turn. */
  answers: unknown[]
  /** What each sending does, in turn: null succeeds. */
  sends: (Error | null)[]
  isMember?: boolean
}

/** A transfer in a scripted world, with a record of what it did. */
function play({ answers, sends, isMember = true }: Script, known = fresh) {
  const calls: string[] = []
  const sent: { url: string | null; ticket: string }[] = []
  const states: Transfer[] = []
  const remembered: DraftFile[] = []
  const world = {
    call: ({ path }: { path: string }) => {
      calls.push(path)
      const answer = answers.shift()
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
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
      draft: known,
      save: (next) => remembered.push(next),
      report: (state) => states.push(state),
    },
    world,
  )
  return { transfer, calls, sent, states, remembered, last: () => states.at(-1) }
}

describe('a transfer', () => {
  test('asks for a grant, sends, has the file checked', async () => {
    const story = play({ answers: [ok(grant), ok(upload)], sends: [null] })
    await story.transfer.start()
    expect(story.calls).toEqual(['/api/upload/ticket', '/api/upload/complete'])
    expect(story.last()).toMatchObject({ status: 'done', upload })
    expect(story.remembered.at(-1)).toMatchObject({ grant, url: '/api/upload/tus/1', upload })
    expect(story.states.some(({ status, sent }) => status === 'sending' && sent === 4)).toBe(true)
  })

  test('waits for a login without asking anything', async () => {
    const story = play({ answers: [], sends: [], isMember: false })
    await story.transfer.start()
    expect(story.calls).toEqual([])
    expect(story.last()?.status).toBe('waiting')
  })

  test('goes on where an earlier visit stopped', async () => {
    const known = { ...fresh, grant, url: '/api/upload/tus/9' }
    const story = play({ answers: [ok(upload)], sends: [null] }, known)
    await story.transfer.start()
    expect(story.sent).toEqual([{ url: '/api/upload/tus/9', ticket: grant.ticket }])
    expect(story.last()?.status).toBe('done')
  })

  test('asks anew when the grant has expired', async () => {
    const old = { ...grant, expires_at: '2026-11-01T00:00:00+08:00' }
    const known = { ...fresh, grant: old }
    const story = play({ answers: [ok(grant), ok(upload)], sends: [null] }, known)
    await story.transfer.start()
    expect(story.sent[0]?.url).toBeNull()
    expect(story.last()?.status).toBe('done')
  })

  test('does nothing for a file that is there already', async () => {
    const story = play({ answers: [], sends: [] }, { ...fresh, grant, upload })
    await story.transfer.start()
    expect(story.last()).toMatchObject({ status: 'done', upload })
  })

  test('waits for the network and goes on, whatever was cut', async () => {
    const story = play({
      answers: [new NetworkError(null), ok(grant), new NetworkError(null), ok(upload)],
      sends: [Object.assign(new Error('cut'), { status: null }), null, null],
    })
    await story.transfer.start()
    expect(story.states.map(({ status }) => status)).toContain('offline')
    expect(story.sent[1]?.url).toBe('/api/upload/tus/1')
    expect(story.last()?.status).toBe('done')
  })

  test('takes a new grant once when the provider no longer knows the old one', async () => {
    const known = { ...fresh, grant, url: '/api/upload/tus/9' }
    const again = { ...grant, ticket: 'another ticket of length' }
    const story = play({ answers: [ok(again), ok(upload)], sends: [new Refused(410), null] }, known)
    await story.transfer.start()
    expect(story.sent[1]).toEqual({ url: null, ticket: again.ticket })
    expect(story.last()?.status).toBe('done')

    const never = play({
      answers: [ok(grant), ok(grant)],
      sends: [new Refused(403), new Refused(403)],
    })
    await never.transfer.start()
    expect(never.last()).toMatchObject({ status: 'failed', fault: { kind: 'failed' } })
  })

  test('says why the API refused', async () => {
    const refusal = { status: 'refused', code: 500403, msg: '', data: { duration_s: 341 } }
    const story = play({ answers: [ok(grant), refusal], sends: [null] })
    await story.transfer.start()
    expect(story.last()).toMatchObject({ status: 'failed', fault: { code: 500403 } })
    expect(story.remembered.at(-1)?.grant).toBeNull()

    const over = play({ answers: [{ status: 'unauthorized' }], sends: [] })
    await over.transfer.start()
    expect(over.last()).toMatchObject({ status: 'failed', fault: { kind: 'unauthorized' } })
  })

  test('says that the storage is full, and goes on where it stopped when there is room', async () => {
    const full = Object.assign(new Error('full'), { status: 503, code: 500904 })
    const story = play({ answers: [ok(grant), ok(upload)], sends: [full, null] })
    await story.transfer.start()
    expect(story.last()).toMatchObject({ status: 'failed', fault: { code: 500904 } })
    await story.transfer.start()
    expect(story.sent[1]?.url).toBe('/api/upload/tus/1')
    expect(story.last()?.status).toBe('done')
  })

  test('says that the storage limits requests, and goes on where it stopped after the wait', async () => {
    const limited = Object.assign(new Error('limited'), { status: 429, code: 429 })
    const story = play({ answers: [ok(grant), ok(upload)], sends: [limited, null] })
    await story.transfer.start()
    expect(story.last()).toMatchObject({ status: 'failed', fault: { code: 500905 } })
    await story.transfer.start()
    expect(story.sent[1]?.url).toBe('/api/upload/tus/1')
    expect(story.last()?.status).toBe('done')
  })

  test('sends nothing again when the file could not be checked at that moment', async () => {
    const refusal = { status: 'refused', code: 500408, msg: '', data: null }
    const story = play({ answers: [ok(grant), refusal], sends: [null] })
    await story.transfer.start()
    expect(story.last()).toMatchObject({ status: 'failed', fault: { code: 500408 } })
    expect(story.remembered.at(-1)?.grant).toEqual(grant)
  })

  test('pauses, goes on, and is deleted where it went', async () => {
    const story = play({ answers: [ok(grant), ok(upload), ok({})], sends: [null, null] })
    const first = story.transfer.start()
    story.transfer.pause()
    await first
    expect(story.last()?.status).toBe('paused')
    await story.transfer.start()
    expect(story.last()?.status).toBe('done')
    story.transfer.cancel()
    expect(story.calls.at(-1)).toBe('/api/upload/discard')
  })
})
