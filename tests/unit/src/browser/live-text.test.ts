import { beforeAll, describe, expect, test, vi } from 'vitest'
import { findFile, isFrugal, watchLiveText, type LiveWorld } from '#browser/live-text.ts'
import type { FontLibrary } from '#font-library.ts'

test.each([
  [undefined, false],
  [{ effectiveType: '4g' }, false],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: true, effectiveType: '4g' }, true],
])('with the line %j a visitor saves bytes: %s', (connection, frugal) => {
  expect(isFrugal(connection)).toBe(frugal)
})

const LIBRARY: FontLibrary = {
  weights: ['400', '600'],
  mark: 'ab',
  shared: { 'serif-600-dd': '幕' },
  groups: ['单订', '位座', '幕'],
}
const ORDER = 'serif-400-5355_8ba2-ab'
const SEAT = 'serif-400-4f4d_5ea7-ab'

test('knows the file that holds a character in a weight', () => {
  const find = (character: string, weight: string) =>
    findFile(LIBRARY, ['serif-600-dd', 'serif-400-of-the-page'], character, weight)
  expect(find('订', '400')).toBe(ORDER)
  expect(find('订', '600')).toBe(ORDER.replace('400', '600'))
  expect(find('幕', '400')).toBe('serif-400-5e55-ab')
  expect(find('幕', '600')).toBe('serif-600-dd')
  expect(findFile(LIBRARY, [], '幕', '600')).toBe('serif-600-5e55-ab')
  expect(find('订', '200')).toBeUndefined()
  expect(find('龘', '400')).toBeUndefined()
})

/** An element as far as its text goes. */
class Said {
  readonly childNodes: object[]
  readonly isConnected: boolean
  readonly weight: string
  readonly closest = () => null
  readonly querySelectorAll: () => Said[]
  constructor(text: string, weight: string, children: Said[] = [], isConnected = true) {
    this.childNodes = [...children, { nodeValue: text }]
    this.weight = weight
    this.querySelectorAll = () => children
    this.isConnected = isConnected
  }
}
const say = (...args: ConstructorParameters<typeof Said>) => new Said(...args) as unknown as Element

describe('a page whose text changes', () => {
  beforeAll(() => {
    vi.stubGlobal('Element', Said)
    // No text of these tests stands in a field.
    vi.stubGlobal('HTMLInputElement', Number)
    vi.stubGlobal('HTMLTextAreaElement', Number)
    vi.stubGlobal('HTMLSelectElement', Number)
    return () => vi.unstubAllGlobals()
  })

  function watch(connection?: LiveWorld['connection'], islands: Element[] = []) {
    const brought: string[][] = []
    const come = Promise.withResolvers<void>()
    const sheets: string[] = []
    const read = vi.fn<(href: string) => Promise<FontLibrary>>(async () => LIBRARY)
    let change: (nodes: readonly Node[]) => void = () => {}
    let see: (elements: readonly Element[]) => void = () => {}
    const waiting: [Element, margin: string][] = []
    let readOn = () => {}
    const body = { querySelectorAll: () => islands, addEventListener() {} }
    watchLiveText(
      {
        slices: '/slices.css',
        library: '/library.json',
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
        watchSight: (act, margin) => {
          see = act
          return (element) => void waiting.push([element, margin])
        },
        onReading: (run) => {
          readOn = run
        },
        addSheet: (href) => void sheets.push(href),
        readLibrary: read,
        bringFaces: async (names) => {
          if (names.length === 0) return
          brought.push([...names])
          await come.promise
        },
      },
    )
    const look = async () => {
      see(waiting.splice(0).map(([element]) => element))
      await new Promise((done) => setImmediate(done))
    }
    const show = (...nodes: Node[]) => {
      change(nodes)
      return look()
    }
    return {
      brought,
      come,
      sheets,
      read,
      change: (nodes: readonly Node[]) => change(nodes),
      look,
      show,
      waiting,
      readOn: () => readOn(),
    }
  }

  test('brings nothing before the text is near', async () => {
    const { brought, read, change, look } = watch()
    change([say('订', '400')])
    await new Promise((done) => setImmediate(done))
    expect(read).not.toHaveBeenCalled()
    await look()
    expect(brought).toEqual([[ORDER]])
  })

  test('looks a screen ahead once somebody reads on', () => {
    const far = say('座', '400')
    const { waiting, readOn, change } = watch(undefined, [far])
    expect(waiting.splice(0)).toEqual([[far, '0px']])
    readOn()
    expect(waiting.splice(0)).toEqual([[far, '100%']])
    const later = say('订', '400')
    change([later])
    expect(waiting).toEqual([[later, '100%']])
  })

  test('looks at the text of each element below what changed', async () => {
    const { brought, show } = watch()
    await show(say('', '400', [new Said('座', '400'), new Said('A', '400')]))
    expect(brought).toEqual([[SEAT]])
  })

  test('brings what it lacks in one step, each file once', async () => {
    const { brought, sheets, read, show } = watch()
    await show(say('幕 A', '400'))
    expect(read).not.toHaveBeenCalled()
    await show(say('幕', '600'))
    expect(brought).toEqual([])
    await show(say('幕订座', '400'), say('订', '600'))
    await show(say('单位', '400'), say('单', '600'))
    expect(brought).toEqual([[ORDER, SEAT, ORDER.replace('400', '600')]])
    expect(read.mock.calls).toEqual([['/library.json']])
    expect(sheets).toEqual([])
  })

  test('brings together what turns up while files are on their way', async () => {
    const { brought, come, show } = watch()
    await show(say('订', '400'))
    await show(say('座', '400'))
    await show(say('座', '600'))
    expect(brought).toEqual([[ORDER]])
    come.resolve()
    await show()
    expect(brought).toEqual([[ORDER], [SEAT, SEAT.replace('400', '600')]])
  })

  test('brings the whole serif for a character that the library lacks', async () => {
    const { brought, sheets, show } = watch()
    await show(say('订龘', '400'))
    expect(brought).toEqual([[ORDER]])
    expect(sheets).toEqual(['/slices.css'])
    await show(say('龘', '600'))
    expect(sheets).toHaveLength(1)
  })

  test('does not ask for what is gone again', async () => {
    const { read, sheets, show } = watch()
    await show(say('订', '', [], false))
    expect(read).not.toHaveBeenCalled()
    expect(sheets).toEqual([])
  })

  test('brings nothing to who saves data', async () => {
    const { read, sheets, show } = watch({ saveData: true })
    await show(say('订龘', '400'))
    expect(read).not.toHaveBeenCalled()
    expect(sheets).toEqual([])
  })
})
