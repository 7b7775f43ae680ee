import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeReport } from '#scripts/checks/api/report.ts'
import { compareLanguages } from '#scripts/checks/api/check-texts.ts'
import { walkApi } from '#scripts/checks/api/walk-api.ts'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import type { RunningAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { respond, change, createFaultyFetch, replace } from '#tests/contract/plant-fault.ts'
import type { Fault, InterceptedRequest } from '#tests/contract/plant-fault.ts'
import { order, simulateMember, TOKEN } from '#tests/contract/play-member.ts'
import { startForeignApi } from '#tests/support/foreign-api/start-foreign-api.ts'
import { createConfig, createTemporaryFolder, FIXTURE } from '#tests/support/admin-api.ts'

const folder = createTemporaryFolder()
let api: RunningAdminApi
beforeAll(async () => {
  api = await startAdminApi(createConfig(folder.path), {
    logger: SILENT_LOGGER,
    contentDir: FIXTURE,
  })
})
afterAll(async () => {
  await api.close()
  folder[Symbol.dispose]()
})

async function runWalk(fault: Fault, options: { token?: string; deadlineMs?: number } = {}) {
  const result = await walkApi({
    baseUrl: api.url,
    langs: SITE_LOCALES,
    fetch: createFaultyFetch(fault),
    ...options,
  })
  const differences = result.findings.filter(({ severity }) => severity === 'difference')
  return {
    ...result,
    differences,
    places: differences.map(({ endpoint, path }) => `${endpoint} ${path}`),
  }
}

test('check:api finds no difference in the embedded API', async () => {
  const { differences, findings, endpoints, stopped } = await runWalk(() => undefined)
  expect(differences).toEqual([])
  expect(findings).toEqual([])
  expect(stopped).toBeNull()
  expect(endpoints).toBeGreaterThan(40)
})

interface PlantedFault {
  name: string
  fault: Fault
  /** Endpoint and path of the expected finding. */
  place: string
}

const LIST = 'GET /api/perform/list'
const DETAIL = 'GET /api/perform/detail'
const COURSES = 'GET /api/course/list'
const ABOUT = 'GET /api/index/about'
const PROFILE = 'GET /api/account/profile'

// oxfmt-ignore
const VALUES: [name: string, call: string, at: string, value: unknown][] = [
  ['a missing field', LIST, 'data.items.0.title', undefined],
  ['a field of another type', 'GET /api/artist/artist_list', 'data.items.0.portrait', null],
  ['a price with a fraction', LIST, 'data.items.0.price_from_fen', 199.5],
  ['a price as a string', COURSES, 'data.items.0.price_fen', '19900'],
  ['an id as a string', 'GET /api/artist/config', 'data.season.artists.0.id', '1'],
  ['a time without offset', 'GET /api/course/datelist', 'data.items.0.starts_at', '2027-05-08T19:30:00'],
  ['an unknown state', COURSES, 'data.items.0.state', 'perhaps'],
  ['an unknown block', ABOUT, 'data.body.0.type', 'carousel'],
  ['a link that runs code', 'GET /api/index/banner', 'data.banners.0.link.href', 'javascript:alert(1)'],
  ['an envelope without code', 'GET /api/index/business', 'code', undefined],
  ['an envelope with a code as a string', ABOUT, 'code', '200'],
  ['a missing file', 'GET /api/index/banner', 'data.banners.0.image.url', '/media/gone.jpg'],
  ['a document as a picture', ABOUT, 'data.hero.url', '/files/agreement.zh-cn.html'],
  ['news of an unknown artist', 'GET /api/artist/news_list', 'data.items.0.subject.id', 4711],
  ['a missing search hit', 'GET /api/search/results', 'data.groups.0.items.0.id', 4711],
  ['the wrong language', 'GET /api/index/init', 'data.lang', 'zh-cn'],
  ['a date that ends before it begins', 'GET /api/course/datelist', 'data.items.0.ends_at', '2001-01-01T00:00:00Z'],
]
const brackets = (path: string) => path.replaceAll(/\.(\d+)/g, '[$1]')

const HTML = new Response('<!doctype html><p>Welcome', { headers: { 'content-type': 'text/html' } })
const byId = (intercepted: InterceptedRequest, id: string) =>
  intercepted.url.searchParams.get('id') === id

const FAULTS: PlantedFault[] = [
  ...VALUES.map(([name, call, at, value]) => ({
    name,
    fault: change(call, at, value),
    place: `${call} ${brackets(at)}`,
  })),
  { name: 'HTML', place: `${ABOUT} body`, fault: replace(ABOUT, () => HTML.clone()) },
  {
    name: 'JSON with an HTML content type',
    place: `${ABOUT} content-type`,
    fault: replace(ABOUT, async ({ forward }) => {
      const text = await (await forward()).text()
      return new Response(text, { headers: { 'content-type': 'text/html' } })
    }),
  },
  {
    name: 'a failing server',
    place: `${ABOUT} code`,
    fault: replace(ABOUT, () => Response.json({ code: 500, msg: 'oh', time: 1, data: null })),
  },
  {
    name: 'a business code in a content call',
    place: `${ABOUT} code`,
    fault: replace(ABOUT, () => respond(null, 500_901)),
  },
  {
    name: 'a success code with an HTTP error',
    place: `${ABOUT} HTTP status`,
    fault: replace(ABOUT, async ({ forward }) =>
      Response.json(await (await forward()).json(), { status: 502 }),
    ),
  },
  {
    name: 'a redirect',
    place: `${ABOUT} body`,
    fault: replace(ABOUT, () => Response.redirect('https://example.org/login')),
  },
  {
    name: 'an item in the wrong language',
    place: 'GET /api/artist/artist_detail data.name',
    fault: replace('GET /api/artist/artist_detail', (intercepted) => {
      return fetch(intercepted.url, { headers: { lang: 'zh-cn' } })
    }),
  },
  {
    name: 'a page in one language only',
    place: 'GET /api/course/index data',
    fault: replace('GET /api/course/index', ({ url }) => fetch(url, { headers: { lang: 'en' } })),
  },
  {
    name: 'a wrong total',
    place: `${COURSES} data.items`,
    fault: change(COURSES, 'data.total', 77),
  },
  {
    name: 'the first page for every page',
    place: `${LIST} data.items[0].id`,
    fault: replace(LIST, ({ url }) => {
      const first = new URL(url)
      first.searchParams.set('page', '1')
      return fetch(first)
    }),
  },
  {
    name: 'a filter without effect',
    place: `${LIST} data.items[0].genre.id`,
    fault: replace(LIST, ({ url }) => {
      const whole = new URL(url)
      whole.searchParams.delete('genre_id')
      return fetch(whole)
    }),
  },
  {
    name: 'a listed item without a detail',
    place: `${DETAIL} code`,
    fault: replace(DETAIL, (intercepted) =>
      byId(intercepted, '1')
        ? Response.json({ code: 404, msg: '', time: 1, data: null })
        : undefined,
    ),
  },
  {
    name: 'another item than requested',
    place: `${DETAIL} data.id`,
    fault: change(DETAIL, 'data.id', 12_345),
  },
  {
    name: 'a success for an unknown id',
    place: `${DETAIL} code`,
    fault: replace(DETAIL, (intercepted) =>
      byId(intercepted, '999999999') ? respond({}) : undefined,
    ),
  },
  {
    name: 'a server error for a malformed id',
    place: `${DETAIL} code`,
    fault: replace(DETAIL, (intercepted) =>
      byId(intercepted, 'abc')
        ? Response.json({ code: 500, msg: '', time: 1, data: null }, { status: 500 })
        : undefined,
    ),
  },
  {
    name: 'a member call without authentication',
    place: `${PROFILE} code`,
    fault: replace(PROFILE, () => respond({ user_id: 1 })),
  },
  {
    name: 'a write without authentication',
    place: 'POST /api/account/profile code',
    fault: replace('POST /api/account/profile', () => respond({})),
  },
]

describe('check:api reports a planted fault', () => {
  test.for(FAULTS)('$name: $place', async ({ fault, place }) => {
    const { places } = await runWalk(fault)
    expect(places).toContain(place)
  })
})

test('reports only the missing data of a list without data', async () => {
  const { places } = await runWalk(replace(LIST, () => respond(null)))
  expect(new Set(places)).toEqual(new Set([`${LIST} data`]))
})

const INIT = 'GET /api/index/init'
/** Simulates a member whose application is for another item. */
const applyTo =
  (subject: { id?: number; name?: string }): Fault =>
  async (intercepted) => {
    const response = await simulateMember(intercepted)
    if (intercepted.call !== 'GET /api/account/applications' || !response) return response
    const { data } = await response.json()
    Object.assign(data.applications[0].subject, subject)
    return respond(data)
  }

describe('check:api with a token', () => {
  test('also reads profile, membership, devices, messages, applications and orders', async () => {
    const { differences, endpoints } = await runWalk(simulateMember, { token: TOKEN })
    expect(differences).toEqual([])
    expect(endpoints).toBeGreaterThan(40)
  })

  test.each([
    ['POST /api/account/messages', 'data.items'],
    ['GET /api/account/message_settings', 'data.lang'],
    ['GET /api/account/deletion', 'data.losses'],
  ])('reports a fault of %s', async (key, path) => {
    const broken: Fault = (intercepted) =>
      intercepted.call === key ? Promise.resolve(respond({})) : simulateMember(intercepted)
    const { places } = await runWalk(broken, { token: TOKEN })
    expect(places).toContain(`${key} ${path}`)
  })

  test('reports an order without its number', async () => {
    const broken: Fault = async (intercepted) => {
      const { order_no: _, ...rest } = order
      return intercepted.call === 'GET /api/order/detail' &&
        intercepted.headers.get('token') === TOKEN
        ? respond(rest)
        : simulateMember(intercepted)
    }
    const { places } = await runWalk(broken, { token: TOKEN })
    expect(places).toContain('GET /api/order/detail data.order_no')
  })

  test('reports a form that does not contain the member’s application', async () => {
    const forgetful: Fault = (intercepted) =>
      intercepted.call === 'GET /api/course/activity_applyinfo'
        ? undefined
        : simulateMember(intercepted)
    const { places } = await runWalk(forgetful, { token: TOKEN })
    expect(places).toContain('GET /api/course/activity_applyinfo data.applied.id')
  })

  test('accepts an application to an item that is not public any more', async () => {
    const { differences } = await runWalk(applyTo({ id: 4711 }), { token: TOKEN })
    expect(differences).toEqual([])
  })

  test('only warns of a member’s texts in one language, because items may have no other', async () => {
    const name = 'A weekend with the masks of the commedia dell’arte'
    const { differences, findings } = await runWalk(applyTo({ name }), { token: TOKEN })
    expect(differences).toEqual([])
    expect(findings).toMatchObject([
      { severity: 'warning', endpoint: 'GET /api/account/applications', path: 'data' },
    ])
  })

  test('reports a token that is not accepted', async () => {
    const { differences } = await runWalk(() => undefined, { token: TOKEN })
    expect(differences).toMatchObject([{ endpoint: PROFILE, path: 'code' }])
  })
})

test('check:api reports a missing optional call as a note and a wrong clock as a warning', async () => {
  const leaveOut = (...calls: string[]) => {
    const missing = Response.json({ code: 404, msg: '', time: 1, data: null })
    return ({ call }: InterceptedRequest) => (calls.includes(call) ? missing.clone() : undefined)
  }
  const incomplete = await runWalk(leaveOut('POST /api/live/facts', 'POST /api/course/calendar'))
  expect(incomplete.differences).toEqual([])
  expect(incomplete.findings.map(({ severity }) => severity)).toEqual(['note', 'note'])

  // The build needs the news lists.
  const { differences } = await runWalk(leaveOut('GET /api/perform/news_list'))
  expect(differences).toContainEqual(
    expect.objectContaining({ endpoint: 'GET /api/perform/news_list', got: '404' }),
  )

  const late = await runWalk(change(INIT, 'data.server_time', '2001-01-01T00:00:00Z'))
  expect(late.differences).toEqual([])
  expect(late.findings.map(({ severity }) => severity)).toContain('warning')
})

test('check:api accepts a complete API without members, sales and search', async () => {
  const isLeftOut = (call: string) =>
    /\/api\/(?:account|user|sms|order|upload|search)\/|ticket_query|eligibility/.test(call)
  const missing = Response.json({ code: 404, msg: '', time: 1, data: null })
  const called: string[] = []
  const { differences, findings } = await runWalk(async (intercepted) => {
    if (intercepted.call.startsWith('GET /api/index/init')) {
      const body = await (await intercepted.forward()).json()
      const { site } = body.data
      Object.assign(body.data, { can_log_in: false, can_buy_online: false })
      site.sections = [
        'performances',
        'courses',
        'activities',
        'artists',
        'news',
        'business',
        'about',
        'calendar',
      ]
      return Response.json(body)
    }
    if (!isLeftOut(intercepted.call)) return undefined
    called.push(intercepted.call)
    return missing.clone()
  })
  expect(differences).toEqual([])
  expect(called).toEqual([])
  expect(findings.map(({ severity, path }) => [severity, path])).toEqual([
    ['note', 'data.can_log_in'],
    ['note', 'data.can_buy_online'],
    ['note', 'data.site.sections without search'],
  ])
})

test('check:api skips calls of disabled sections', async () => {
  const called: string[] = []
  const isOff = /\/api\/(?:course|artist|search)\/|news_|index\/(?:business|calendar)/
  const { differences } = await runWalk(async (intercepted) => {
    if (isOff.test(intercepted.call)) called.push(intercepted.call)
    if (!intercepted.call.startsWith('GET /api/index/init')) return undefined
    const body = await (await intercepted.forward()).json()
    Object.assign(body.data, { can_log_in: false, can_buy_online: false })
    body.data.site.sections = ['performances', 'about']
    return Response.json(body)
  })
  // References to items of these sections are reported at the call that returns them.
  expect(differences.filter(({ endpoint }) => isOff.test(endpoint))).toEqual([])
  expect(called).toEqual([])
})

test.each([
  [['en'], 0],
  [['zh-cn', 'en'], 1],
])('one text for both languages of an item in %j gives %d differences', (langs, count) => {
  const item = { langs, title: 'The Seagull, a comedy in four acts' }
  expect(compareLanguages(item, item, ['zh-cn', 'en'])).toHaveLength(count)
})

test('check:api sends the cookie together with the token, as browsers do', async () => {
  const cookies = new Set<string | null>()
  await walkApi({
    baseUrl: api.url,
    langs: ['en'],
    token: TOKEN,
    cookie: 'session=abc',
    fetch: createFaultyFetch((intercepted) => {
      if (intercepted.headers.get('token') === TOKEN) cookies.add(intercepted.headers.get('cookie'))
      return simulateMember(intercepted)
    }),
  })
  expect([...cookies]).toEqual(['session=abc'])
})

describe('check:api without usable responses', () => {
  test('reports an API that hangs after the deadline, and stops', async () => {
    const hang: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const result = await walkApi({
      baseUrl: api.url,
      langs: SITE_LOCALES,
      fetch: hang,
      deadlineMs: 50,
    })
    expect(result.stopped).toContain('did not respond')
    expect(result.calls).toBeLessThan(10)
    expect(writeReport(result)).toContain('no response within 0.05 s')
  })

  test('retries a dropped keep-alive connection without reporting it', async () => {
    const dropped = new Set<string>()
    const { differences } = await runWalk((intercepted) => {
      if (dropped.has(intercepted.call)) return undefined
      dropped.add(intercepted.call)
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('closed'), { code: 'ECONNRESET' }),
      })
    })
    expect(differences).toEqual([])
  })

  test('recognises a website instead of an API', async () => {
    const result = await runWalk(() => HTML.clone())
    expect(result.stopped).toContain('is this the address of an admin API?')
    expect(result.calls).toBeLessThan(20)
  })

  test('reports an unreachable API', async () => {
    const result = await walkApi({ baseUrl: 'http://127.0.0.1:1', langs: SITE_LOCALES })
    expect(writeReport(result).match(/cannot be reached: .*\n/g)).toHaveLength(1)
    expect(result.stopped).toBe('the API did not respond to the first call')
  })
})

test('the report of check:api lists each kind of difference once and ends with the totals', async () => {
  const report = writeReport(await runWalk(change(LIST, 'data.items.0.price_from_fen', '199')))
  expect(report).toContain(
    `${LIST}\n  ✗ data.items[0].price_from_fen: expected number, got the string "199"\n      performances 1: request zh-cn, and `,
  )
  expect(report.match(/✗/g)).toHaveLength(1)
  expect(report).toMatch(/\n\d+ calls, \d+ endpoints, \d+ differences?$/)
})

test('check:api --all reads every item and names faulty ones with kind, id and field', async () => {
  const foreign = await startForeignApi({ size: 90 })
  onTestFinished(() => foreign.stop())
  const count = foreign.repertoire.courses.length
  // Items in the middle of the list, which a sample skips.
  const faulty = [Math.floor(count / 3), Math.floor(count / 3) + 1]
  foreign.setFaults(({ name, id }) => {
    if (name !== 'GET /api/course/detail' || id === null || !faulty.includes(id)) return undefined
    return id === faulty[0]
      ? { kind: 'changed', change: (data) => (data['title'] = null) }
      : { kind: 'refuses', code: 500, msg: 'the database is away' }
  })
  const options = { baseUrl: foreign.url, langs: SITE_LOCALES }
  const { findings } = await walkApi({ ...options, isWhole: true })
  const own = findings.filter(({ endpoint }) => endpoint === 'GET /api/course/detail')
  expect(new Set(own.map(({ item, path }) => `${item} ${path}`))).toEqual(
    new Set([`courses ${faulty[0]} data.title`, `courses ${faulty[1]} code`]),
  )
  expect(writeReport({ findings, calls: 1, endpoints: 1, stopped: null })).toMatch(
    new RegExp(`data.title: expected .*, got null\\n +courses ${faulty[0]}: request`),
  )
})

test.each([
  ['lacks next_change_at', {}, 'note', 'not on time'],
  ['states an invalid time', { next_change_at: 'soon' }, 'warning', '"soon"'],
  ['states a time long past', { next_change_at: '2001-01-01T00:00:00Z' }, 'warning', '2001'],
  ['plans no change although a sale will start', { next_change_at: null }, 'warning', 'null'],
])(
  'check:api explains what scheduled items need when /readyz %s',
  async (_, body, severity, got) => {
    const { findings, differences } = await runWalk(
      replace('GET /readyz', () => Response.json({ status: 'ready', ...body })),
    )
    expect(differences).toEqual([])
    expect(findings).toEqual([
      expect.objectContaining({
        severity,
        endpoint: 'GET /readyz',
        path: 'next_change_at',
        got: expect.stringContaining(got),
      }),
    ])
  },
)

test('check:api warns about HTML that the site cannot render, by item', async () => {
  const { differences, findings } = await runWalk(
    change(
      'GET /api/artist/artist_detail',
      'data.body',
      '<p>x</p><iframe src="https://v.example/1">',
    ),
  )
  expect(differences).toEqual([])
  const [first] = findings
  expect(first).toMatchObject({
    severity: 'warning',
    endpoint: 'GET /api/artist/artist_detail',
    path: expect.stringMatching(/^data\.body of id \d+$/),
    got: '<iframe src="https://v.example/1">',
  })
})
