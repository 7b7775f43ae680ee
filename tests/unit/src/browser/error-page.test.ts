import { expect, test, vi } from 'vitest'
import { takeRouteError } from '#browser/fill-error-page.ts'
import { readRouteError, showErrorPage } from '#browser/error-page.ts'
import { ROUTE_ERROR_KEY } from '#config.ts'
import { createStorage } from '#tests/support/fake-storage.ts'

const failure = (fields: object) => Object.assign(new Error('Unknown middleware vip'), fields)

test.each([
  ['an undefined error', undefined, 500, 'Error'],
  ['an error without status and message', new Error(), 500, 'Error'],
  ['a string', 'oh', 500, 'Error'],
  ['an error without status', failure({}), 500, 'Unknown middleware vip'],
  ['an error with a status', failure({ status: 503 }), 503, 'Unknown middleware vip'],
  ['an error with a status code', failure({ statusCode: 429 }), 429, 'Unknown middleware vip'],
  [
    'an error with a response',
    failure({ response: { status: 502 } }),
    502,
    'Unknown middleware vip',
  ],
  ['a response', { status: 404, statusText: 'Not Found' }, 404, 'Error'],
  ['a success status', { status: 200, message: 'ok' }, 500, 'ok'],
  ['an invalid status', { status: '<b>', message: 7 }, 500, 'Error'],
  ['a status out of range', { status: 1e9, message: ' \n' }, 500, 'Error'],
  ['a long message', { message: 'a'.repeat(5000) }, 500, 'a'.repeat(200)],
])(
  'reads status and message of %s',
  { tags: ['S2.59', 'S2.60', 'S8.15'] },
  (_title, error, status, message) => {
    expect(readRouteError(error)).toEqual({ status, message })
  },
)

function openTab(pathname: string, search = '') {
  const replace = vi.fn<(address: string | URL) => void>()
  return {
    sessionStorage: createStorage().storage as Partial<Storage> as Storage,
    location: { pathname, search, replace } as Partial<Location> as Location,
  }
}

test("passes the error once to the error page in the page's language", { tags: ['S2.59'] }, () => {
  const tab = openTab('/en/drama/detail', '?id=12')
  showErrorPage(failure({ status: 503 }), tab)
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('/en/500')
  expect(takeRouteError(tab, ROUTE_ERROR_KEY)).toEqual({
    status: 503,
    message: 'Unknown middleware vip',
    from: '/en/drama/detail?id=12',
  })
  expect(takeRouteError(tab, ROUTE_ERROR_KEY)).toBeNull()
})

test('shows the error page without details if storage is blocked', () => {
  const { location } = openTab('/drama/home')
  const tab = {
    location,
    get sessionStorage(): Storage {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  showErrorPage(new Error('lost'), tab)
  expect(location.replace).toHaveBeenCalledExactlyOnceWith('/500')
  expect(takeRouteError(tab, ROUTE_ERROR_KEY)).toBeNull()
})

const NOTE = { status: 500, message: 'Error', from: '/en' }
const withField = (field: object) => JSON.stringify({ ...NOTE, ...field })

test.each([
  '',
  'nonsense',
  '[]',
  withField({ from: '//evil.example' }),
  withField({ from: '/\\evil.example' }),
  withField({ from: 'javascript:alert(1)' }),
  withField({ status: '<b>' }),
  withField({ message: 7 }),
])('ignores the stored error %s', (stored) => {
  const tab = openTab('/500')
  tab.sessionStorage.setItem(ROUTE_ERROR_KEY, stored)
  expect(takeRouteError(tab, ROUTE_ERROR_KEY)).toBeNull()
})
