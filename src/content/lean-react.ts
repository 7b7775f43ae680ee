import { minifySync, type Plugin } from 'vite'
import { replaceAll } from './spans.ts'

/**
 * Fields of the records that react-dom keeps for itself: fibers, roots, queues of updates, lanes. No
 * other module reads them, so they may have any name.
 */
const PRIVATE_FIELDS = [
  'alternate|baseQueue|baseState|blockedOn|cachePool|callbackNode|callbackPriority|childLanes',
  'cancelPendingCommit|dehydrated|deletions|eagerState|elementType|entangledLanes|entanglements',
  'errorRecoveryDisabledLanes|expirationTimes|expiredLanes|finishedWork|firstBaseUpdate',
  'firstContext|hasEagerState|hiddenUpdates|hydrationErrors|imgBytes|imgCount|incompleteTransitions',
  'indicatorLanes|isBackwards|lanes|lastBaseUpdate|lastRenderedReducer|lastRenderedState',
  'memoizedProps|memoizedState|memoizedValue|nextEffect|paired|pendingContext|pendingLanes',
  'pendingProps|pingCache|pingedLanes|pooledCache|pooledCacheLanes|refCleanup|renderingStartTime',
  'retryLane|revertLane|shellSuspendCounter|stateNode|subtreeFlags|suspendedLanes|suspenseyImages',
  'tailMode|timeoutHandle|transitionLanes|treeContext|updateQueue|waitingForImages',
  'waitingForViewTransition|warmLanes|_fragmentFiber|_pendingMarkers|_pendingVisibility|_retryCache',
  '_transitions|_visibility',
]
const PRIVATE = new RegExp(`^(?:${PRIVATE_FIELDS.join('|')})$`)

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
]
const isIdle = (name: string): boolean => IDLE.some((names) => names.test(name))

/** What a module asks of React: names that it imports, and properties of the whole. */
export function namesAskedFor(code: string): string[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]react(?:-dom)?['"]/g)
  const names = [...imports].flatMap(([, list = '']) => list.split(','))
  const properties = [...code.matchAll(/\bReact(?:DOM)?\d*\.(\w+)/g)].map(([, name = '']) => name)
  return [...names.map((name) => name.trim().split(/\s/)[0] ?? ''), ...properties]
}

/**
 * Makes React's files smaller in browsers, without changing what they do: short names for private
 * fields, and nothing that nobody asks for. React is no ES module, so the bundler cannot tell.
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
        if (id.endsWith('/react-dom-client.production.js')) {
          const idle = this.parse(code).body.flatMap((statement) =>
            statement.type === 'FunctionDeclaration' &&
            statement.body !== null &&
            isIdle(statement.id?.name ?? '')
              ? [statement.body]
              : [],
          )
          return { code: renameFields(replaceAll(code, idle, '{}'), id), map: null }
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

function renameFields(source: string, file: string): string {
  const { code, errors } = minifySync(file, source, {
    compress: false,
    mangle: false,
    mangleProps: { include: PRIVATE },
    codegen: { removeWhitespace: false },
  })
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}
