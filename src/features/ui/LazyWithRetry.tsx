import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { importWithRetry } from './wait-for-network.ts'

interface LazyProps<Props extends object> {
  /** Imports the component; must be the same function in every render. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** Shown until the component has loaded. */
  children?: ReactNode
}

/**
 * Lazily loads a component. Unlike `React.lazy`, a failed import does not break the island: the children
 * stay, and the import is retried when the network may be back.
 */
export function LazyWithRetry<Props extends object>({ load, props, children }: LazyProps<Props>) {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> } | null>(null)
  useEffect(() => {
    let isMounted = true
    void importWithRetry(load).then((component) => isMounted && setLoaded({ component }))
    return () => {
      isMounted = false
    }
  }, [load])
  return loaded ? createElement(loaded.component, props) : children
}
