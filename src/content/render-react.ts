import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'

// What Astro renders React with, in place of the server's half of `@astrojs/react`: that one opens a
// stream for each component, and one more to find out whether it is React's. Here all components are,
// none waits for anything (`Suspense`), and none has slots, so that each is rendered once, in one go.

/** What Astro knows of the page that is rendered. */
interface RenderContext {
  result: object
}

const counts = new WeakMap<object, number>()

/** Tells the ids (`useId`) of a component from those of all others of its page. */
function nextPrefix({ result }: RenderContext): string {
  const count = counts.get(result) ?? 0
  counts.set(result, count + 1)
  return `r${count}`
}

/** React asks for pictures ahead where they stand; pages say themselves what they load first. */
const AHEAD = /<link rel="preload"[^>]*>/g

// oxlint-disable-next-line import/no-default-export -- how Astro takes a renderer
export default {
  name: '@astrojs/react',
  supportsAstroStaticSlot: true,
  check: (component: unknown): boolean => typeof component === 'function',
  /** @throws when a component is given slots */
  renderToStaticMarkup(
    this: RenderContext,
    component: ComponentType<Record<string, unknown>>,
    props: Record<string, unknown>,
    slots: Record<string, unknown>,
  ): { html: string; attrs: Record<string, string> } {
    if (Object.keys(slots).length > 0) throw new Error(`${component.name} is given slots`)
    const prefix = nextPrefix(this)
    const html = renderToString(createElement(component, props), { identifierPrefix: prefix })
    return { html: html.replaceAll(AHEAD, ''), attrs: { prefix } }
  },
}
