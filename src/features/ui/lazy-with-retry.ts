import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { importWithRetry } from './wait-for-network.ts'

/**
 * A component that is imported when it is first rendered; until then its `fallback` is shown. Unlike with
 * `React.lazy`, a failed import does not remove the island: it is repeated when the network may be back.
 */
export const lazyWithRetry = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  function Lazy({ fallback, ...props }: Props & { fallback?: ReactNode }) {
    const [loaded, setLoaded] = useState<{ component: ComponentType<Props> } | null>(null)
    useEffect(() => {
      void importWithRetry(load).then((component) => setLoaded({ component }))
    }, [])
    // TypeScript cannot omit a property of a type parameter.
    return loaded ? createElement(loaded.component, props as unknown as Props) : fallback
  }
