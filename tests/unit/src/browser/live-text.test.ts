import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  isFrugal,
  listFiles,
  watchLiveText,
  type LibraryFile,
  type LiveWorld,
} from '#browser/live-text.ts'

test.each([
  [undefined, false],
  [{ effectiveType: '4g' }, false],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: true, effectiveType: '4g' }, true],
])('with the line %j a visitor saves bytes: %s', (connection, frugal) => {
  expect(isFrugal(connection)).toBe(frugal)
})

const LIBRARY: Record<string, Record<string, string>> = {
  '/library-400.json': { 'serif-400-aa': '订单', 'serif-400-bb': '座位' },
  '/library-600.json': { 'serif-600-cc': '订座', 'serif-600-dd': '幕' },
}

test('knows the file of the library that holds a character', () => {
  const files = listFiles(LIBRARY['/library-400.json'] ?? {})
  expect(files.get('订')).toEqual(['serif-400-aa', '订单'])
  expect(files.get('位')).toEqual(['serif-400-bb', '座位'])
  expect(files.get('幕')).toBeUndefined()
})

describe('a page whose text changes', () => {
  beforeAll(() => {
    // No text of these tests stands in a field.
    vi.stubGlobal('HTMLInputElement', Number)
    vi.stubGlobal('HTMLTextAreaElement', Number)
    return () => vi.unstubAllGlobals()
  })

  const textOf = (nodeValue: string, weight: string, isConnected = true) =>
    ({ nodeType: 3, nodeValue, parentElement: { weight, isConnected } }) as unknown as Node

  function watch(connection?: LiveWorld['connection']) {
    const brought: string[][] = []
    const come = Promise.withResolvers<void>()
    const sheets: string[] = []
    const read = vi.fn<(href: string) => Promise<Record<string, string>>>(
      async (href) => LIBRARY[href] ?? {},
    )
    let change: (nodes: readonly Node[]) => void = () => {}
    const body = { querySelectorAll: () => [], addEventListener() {} }
    watchLiveText(
      {
        slices: '/slices.css',
        library: { 400: '/library-400.json', 600: '/library-600.json' },
        held: { 400: '幕' },
        rest: ['serif-600-dd'],
      },
      {
        document: { body } as unknown as Document,
        connection,
        weightOf: (element) => String(Reflect.get(element, 'weight')),
        nextPaint: async () => {},
        observe: (_, changed) => {
          change = changed
        },
        addSheet: (href) => void sheets.push(href),
        readLibrary: read,
        bringFaces: async (files: readonly LibraryFile[]) => {
          if (files.length === 0) return
          brought.push(files.map(([name]) => name))
          await come.promise
        },
      },
    )
    const show = async (...nodes: Node[]) => {
      change(nodes)
      await new Promise((done) => setImmediate(done))
    }
    return { brought, come, sheets, read, show }
  }

  test('brings what it lacks in one step, each file once', async () => {
    const { brought, sheets, read, show } = watch()
    await show(textOf('幕 A', '400'))
    expect(read).not.toHaveBeenCalled()
    await show(textOf('幕', '600'))
    expect(brought).toEqual([])
    await show(textOf('幕订座', '400'), textOf('订', '600'))
    await show(textOf('单位', '400'), textOf('座', '600'))
    expect(brought).toEqual([['serif-400-aa', 'serif-400-bb', 'serif-600-cc']])
    expect(read.mock.calls).toEqual([['/library-600.json'], ['/library-400.json']])
    expect(sheets).toEqual([])
  })

  test('brings together what turns up while files are on their way', async () => {
    const { brought, come, show } = watch()
    await show(textOf('订', '400'))
    await show(textOf('座', '400'))
    await show(textOf('座', '600'))
    expect(brought).toEqual([['serif-400-aa']])
    come.resolve()
    await show()
    expect(brought).toEqual([['serif-400-aa'], ['serif-400-bb', 'serif-600-cc']])
  })

  test('brings the whole serif for a character that the library lacks', async () => {
    const { brought, sheets, show } = watch()
    await show(textOf('订龘', '400'))
    expect(brought).toEqual([['serif-400-aa']])
    expect(sheets).toEqual(['/slices.css'])
    await show(textOf('龘', '600'))
    expect(sheets).toHaveLength(1)
  })

  test('does not ask for what is gone again', async () => {
    const { read, sheets, show } = watch()
    await show(textOf('订', '', false))
    expect(read).not.toHaveBeenCalled()
    expect(sheets).toEqual([])
  })

  test('brings nothing to who saves data', async () => {
    const { read, sheets, show } = watch({ saveData: true })
    await show(textOf('订龘', '400'))
    expect(read).not.toHaveBeenCalled()
    expect(sheets).toEqual([])
  })
})
