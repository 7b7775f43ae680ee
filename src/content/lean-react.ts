import { version } from 'react-dom'
import type { Plugin } from 'vite'
import { replaceAll } from './spans.ts'

/** The version that the lists below were read from: of another one nothing is left out. */
const READ = '19.3.1'

/** What nobody here asks of `react` and `react-dom`; a module that does stops the build. */
const LEFT_OUT = new Set(
  [
    'Activity Children Profiler PureComponent StrictMode ViewTransition addTransitionType cache',
    'cacheSignal useActionState useInsertionEffect useOptimistic unstable_useCacheRefresh',
    '__COMPILER_RUNTIME browser createPortal flushSync preconnect prefetchDNS preinit',
    'preinitModule preload preloadModule requestFormReset unstable_batchedUpdates useFormState',
    'useFormStatus',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Functions of react-dom that are never called, or find nothing to do, without what is left out:
 * `ViewTransition`, `Activity`, `SuspenseList`, `useActionState` and what asks for files ahead. Without
 * `isHostHoistableType`, a `<link>` or `<style>` in an island stays where it stands.
 */
const IDLE = [
  /ViewTransition|Activity|ActionState/,
  /^(?:updateSuspenseListComponent|initSuspenseListRenderState|cutOffTailIfNeeded)/,
  /^(?:preconnect|prefetchDNS|preload$|preloadModule|preinit)/,
  /^(?:isHostHoistableType|getHydratableHoistableCache|mountHoistable|acquireResource|getResource$)/,
  /^(?:preloadResource|preloadStylesheet|suspendResource|adoptPreload|insertStylesheet$)/,
  /^(?:stylesheetPropsFromRawProps|getStylesheetSelectorFromKey)/,
  // Of Astro's part: slots as React elements, an experiment of its that is off.
  /^createReactElementFromDOMElement$/,
]
const HAS_IDLE = /\/(?:react-dom-client\.production|@astrojs\/react\/dist\/client)\.js$/
const isIdle = (name: string): boolean => IDLE.some((names) => names.test(name))

/** What a module asks of React: names that it imports, and properties of the whole. */
export function namesAskedFor(code: string): string[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]react(?:-dom)?['"]/g)
  const names = [...imports].flatMap(([, list = '']) => list.split(','))
  const properties = [...code.matchAll(/\bReact(?:DOM)?\d*\.(\w+)/g)].map(([, name = '']) => name)
  return [...names.map((name) => name.trim().split(/\s/)[0] ?? ''), ...properties]
}

/**
 * Leaves out of React in browsers what nobody asks for: it is no ES module, so the bundler cannot
 * tell. After raising React the weight of pages says that the lists are to be read again.
 */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configEnvironment: (name) =>
      // Looked for as React starts: React's tools for developers, and a timer that is Node's.
      name === 'client'
        ? { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', setImmediate: 'undefined' } }
        : undefined,
    transform: {
      filter: { id: /\.[jt]sx?(?:$|\?)|\.mjs(?:$|\?)/, code: /react/i },
      handler(code, id) {
        if (version !== READ) return null
        if (HAS_IDLE.test(id)) {
          const idle = this.parse(code).body.flatMap((statement) =>
            statement.type === 'FunctionDeclaration' &&
            statement.body !== null &&
            isIdle(statement.id?.name ?? '')
              ? [statement.body]
              : [],
          )
          return { code: replaceAll(code, idle, '{}'), map: null }
        }
        if (/\/react(?:-dom)?\.production\.js$/.test(id)) {
          const unasked = this.parse(code).body.filter(({ start, end }) => {
            const [, name = ''] = /^exports\.(\w+) =/.exec(code.slice(start, end)) ?? []
            return LEFT_OUT.has(name)
          })
          return { code: replaceAll(code, unasked, ''), map: null }
        }
        const missing = namesAskedFor(code).find((name) => LEFT_OUT.has(name))
        if (missing) this.error(`${id} asks React for ${missing}, which lean-react.ts leaves out`)
        return null
      },
    },
  }
}
