import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'

interface LaterProps<Props extends object> {
  /** Gives the component; must be the same function in every render. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** Shown until it is here. */
  children?: ReactNode
}

/** How long to wait before a part is asked for again, in ms; the last one repeats. */
const WAITS = [1000, 2000, 4000, 8000]

/**
 * Shows a part of an island that is loaded once it is needed. What could not be loaded is asked for
 * again: when the browser says that the network is back, and after a while in any case, because it
 * says so before the first request gets through. Nothing breaks meanwhile.
 */
export function Later<Props extends object>({ load, props, children }: LaterProps<Props>) {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> } | null>(null)
  useEffect(() => {
    let isHere = true
    let forget = () => {}
    const ask = (tries: number) => {
      load().then(
        (component) => isHere && setLoaded({ component }),
        () => {
          if (isHere) forget = waitForNetwork(tries, () => ask(tries + 1))
        },
      )
    }
    ask(0)
    return () => {
      isHere = false
      forget()
    }
  }, [load])
  return loaded ? createElement(loaded.component, props) : children
}

/** Calls back once, at the next sign of a network or after the wait of this try; gives the way out. */
function waitForNetwork(tries: number, callBack: () => void): () => void {
  const waited = new AbortController()
  const goOn = () => {
    forget()
    callBack()
  }
  const timer = setTimeout(goOn, WAITS[Math.min(tries, WAITS.length - 1)])
  addEventListener('online', goOn, { signal: waited.signal })
  const forget = () => {
    clearTimeout(timer)
    waited.abort()
  }
  return forget
}
