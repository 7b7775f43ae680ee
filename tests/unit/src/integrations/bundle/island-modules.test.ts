import { describe, expect, test, vi } from 'vitest'
import {
  preloadIslands,
  replaceForwardingScripts,
  listWithImports,
} from '#integrations/bundle/island-modules.ts'

const SCRIPTS: Record<string, string> = {
  '/_astro/Login.js':
    'import{a}from"./runtime.js";import"./side.js";const late=()=>import("./late.js")',
  '/_astro/client.js': 'import { b } from "./runtime.js"',
  '/_astro/runtime.js': 'import{c}from"./deep/helper.js"',
  '/_astro/deep/helper.js': 'export{d}from"../Login.js"',
  '/_astro/side.js': '',
}
const read = (path: string) => SCRIPTS[path] ?? ''
const island = (client: string, component: string) =>
  `<astro-island uid="1" component-url="/_astro/${component}.js" component-export="default" renderer-url="/_astro/client.js" ssr client="${client}" opts="{}"></astro-island>`
const page = (...islands: string[]) =>
  `<head><title>t</title></head><body>${islands.join('')}</body>`
const listPreloads = (html: string) =>
  Array.from(html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)">/g), ([, href]) => href)

test('lists a script before its imports, each once, even with cycles', () => {
  expect(listWithImports(['/_astro/Login.js', '/_astro/runtime.js'], read)).toEqual([
    '/_astro/Login.js',
    '/_astro/runtime.js',
    '/_astro/deep/helper.js',
    '/_astro/side.js',
  ])
})

describe('preloadIslands', () => {
  test('preloads the scripts of eager islands', () => {
    const html = preloadIslands(page(island('only', 'Login'), island('load', 'side')), read)
    expect(listPreloads(html)).toEqual([
      '/_astro/Login.js',
      '/_astro/runtime.js',
      '/_astro/deep/helper.js',
      '/_astro/side.js',
      '/_astro/client.js',
    ])
    expect(html.indexOf('modulepreload')).toBeLessThan(html.indexOf('</head>'))
    expect(preloadIslands(html, read)).toBe(html)
  })

  test('preloads the messages of eager islands, each file once', () => {
    const messages = 'props="{&quot;order&quot;:[0,&quot;/_astro/order.a1.json&quot;]}"'
    const html = preloadIslands(
      page(
        island('load', 'Login').replace('ssr', `${messages} ssr`),
        island('load', 'side').replace('ssr', `${messages} ssr`),
        island('idle', 'side').replace('ssr', `${messages.replace('a1', 'b2')} ssr`),
      ),
      read,
    )
    expect(html.match(/<link rel="preload"[^>]*>/g)).toEqual([
      '<link rel="preload" as="fetch" crossorigin="anonymous" fetchpriority="low" href="/_astro/order.a1.json">',
    ])
  })

  test.each([
    ['without islands', page()],
    ['with lazy islands only', page(island('idle', 'Login'), island('visible', 'side'))],
  ])('leaves a page %s unchanged', (_, html) => {
    expect(preloadIslands(html, read)).toBe(html)
  })

  test('reads the scripts of equal islands once', () => {
    const reader = vi.fn<(path: string) => string>(read)
    const first = preloadIslands(page(island('load', 'Login')), reader)
    const reads = reader.mock.calls.length
    expect(preloadIslands(page(island('load', 'Login')), reader)).toBe(first)
    expect(reader.mock.calls.length).toBe(reads)
  })
})

test('replaces a module that only imports another by that other module', () => {
  const scripts: Record<string, string> = {
    '/_astro/Behaviours.js': 'import"./runtime.js";start()',
    '/_astro/late.js': 'start();import"./runtime.js"',
    '/_astro/IslandBehaviours.js': 'import"./runtime.js";\n',
  }
  const html = Object.keys(scripts)
    .map((path) => `<script type="module" src="${path}"></script>`)
    .join('')
  expect(replaceForwardingScripts(html, (path) => scripts[path] ?? '')).toBe(
    '<script type="module" src="/_astro/Behaviours.js"></script>' +
      '<script type="module" src="/_astro/late.js"></script>' +
      '<script type="module" fetchpriority="low" src="/_astro/runtime.js"></script>',
  )
})
