import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'

interface LaterProps<Props extends object> {
  /** Gives the component; must be the same function in every render. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** Shown until it is here. */
  children?: ReactNode
}

/**
 * Shows a part of an island that is loaded once it is needed. Without a network it is asked for again
 * when the network is back; nothing breaks meanwhile.
 */
export function Later<Props extends object>({ load, props, children }: LaterProps<Props>) {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> } | null>(null)
  useEffect(() => {
    const left = new AbortController()
    const ask = () => {
      load().then(
        (component) => left.signal.aborted || setLoaded({ component }),
        () => addEventListener('online', ask, { once: true, signal: left.signal }),
      )
    }
    ask()
    return () => left.abort()
  }, [load])
  return loaded ? createElement(loaded.component, props) : children
}
