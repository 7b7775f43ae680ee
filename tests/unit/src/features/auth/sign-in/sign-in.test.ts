import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  generateNonce,
  clearNonce,
  storeNonce,
  getOrCreateNonce,
} from '#features/auth/sign-in/nonce.ts'
import { waitForAccounts, type AccountsId } from '#features/auth/sign-in/wait-for-accounts.ts'
import { createFakeDocument } from '#tests/support/fake-document.ts'
import { createStorage, REFUSED_STORAGE } from '#tests/support/fake-storage.ts'

const SRC = '/api/sign-in/client.js'
const accounts = {} as AccountsId
const provided = { google: { accounts: { id: accounts } } }

describe('waiting for the script of a provider', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const open = () => {
    const { document, scripts } = createFakeDocument()
    const page = { document, provided: {} as Partial<typeof provided>, limitMs: 5000 }
    return { page, scripts }
  }

  test('uses a script that has run already', async () => {
    const { page, scripts } = open()
    expect(await waitForAccounts(SRC, { ...page, provided })).toBe(accounts)
    expect(scripts).toEqual([])
  })

  test('loads the script and waits', async () => {
    const { page, scripts } = open()
    const waiting = waitForAccounts(SRC, page)
    expect(scripts).toMatchObject([{ src: SRC, async: true }])
    Object.assign(page.provided, provided)
    scripts[0]?.dispatchEvent(new Event('load'))
    expect(await waiting).toBe(accounts)
  })

  test('waits for a script that the page is loading', async () => {
    const { page, scripts } = open()
    const [first, second] = [waitForAccounts(SRC, page), waitForAccounts(SRC, page)]
    Object.assign(page.provided, provided)
    scripts[0]?.dispatchEvent(new Event('load'))
    expect([await first, await second, scripts.length]).toEqual([accounts, accounts, 1])
  })

  test('gives up on a blocked script at once', async () => {
    const { page, scripts } = open()
    const waiting = waitForAccounts(SRC, page)
    scripts[0]?.dispatchEvent(new Event('error'))
    expect(await waiting).toBeNull()
  })

  test('gives up on a script that defines nothing', async () => {
    const { page, scripts } = open()
    const waiting = waitForAccounts(SRC, page)
    scripts[0]?.dispatchEvent(new Event('load'))
    expect(await waiting).toBeNull()
  })

  test('gives up after five seconds, not before', { tags: ['S2.73'] }, async () => {
    const { page } = open()
    const told = vi.fn<(found: AccountsId | null) => void>()
    const waiting = waitForAccounts(SRC, page).then(told)
    await vi.advanceTimersByTimeAsync(4999)
    expect(told).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    expect(told).toHaveBeenCalledExactlyOnceWith(null)
  })
})

describe('the nonce', () => {
  beforeEach(() => void vi.stubGlobal('sessionStorage', createStorage().storage))
  afterEach(() => void vi.unstubAllGlobals())

  test('is 32 random bytes as base64url if the browser generates it', async () => {
    const drawn = await Promise.all(
      Array.from({ length: 200 }, () => getOrCreateNonce('google', generateNonce)),
    )
    for (const nonce of drawn) expect(nonce).toMatch(/^[\w-]{43}$/)
    expect(new Set(drawn).size).toBe(200)
  })

  test('is stored from the redirect to the provider until the token arrives', async () => {
    const take = (provider: string) => getOrCreateNonce(provider, generateNonce)
    const first = await take('google')
    storeNonce('google', first)
    expect(await take('google')).toBe(first)
    expect(await take('embedded')).not.toBe(first)
    clearNonce('google')
    expect(await take('google')).not.toBe(first)
  })

  test('is new at each visit without a redirect', async () => {
    const take = () => getOrCreateNonce('google', generateNonce)
    expect(await take()).not.toBe(await take())
  })

  test('is requested from an API that issues nonces, unless one is stored', async () => {
    const request = vi.fn<() => Promise<string>>(async () => 'issued')
    expect(await getOrCreateNonce('google', request)).toBe('issued')
    storeNonce('google', 'kept')
    expect(await getOrCreateNonce('google', request)).toBe('kept')
    expect(request).toHaveBeenCalledOnce()
  })

  test('needs no storage', async () => {
    vi.stubGlobal('sessionStorage', REFUSED_STORAGE)
    expect(await getOrCreateNonce('google', generateNonce)).toMatch(/^[\w-]{43}$/)
    expect(() => storeNonce('google', 'n')).not.toThrow()
    expect(() => clearNonce('google')).not.toThrow()
  })
})
