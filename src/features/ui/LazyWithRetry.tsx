import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { waitForNetwork } from './wait-for-network.ts'

interface LazyProps<Props extends object> {
  /** Gives the component; must be the same function in every render. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** Shown until it is here. */
  children?: ReactNode
}

/**
 * Shows a part of an island that is loaded once it is needed. What could not be loaded is asked for
 * again when the network may be back; nothing breaks meanwhile.
 */
export function LazyWithRetry<Props extends object>({ load, props, children }: LazyProps<Props>) {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> } | null>(null)
  useEffect(() => {
    let isHere = true
    let forget = () => {}
    const attempt = (tries: number) => {
      load().then(
        (component) => isHere && setLoaded({ component }),
        () => {
          if (isHere) forget = waitForNetwork(tries, () => attempt(tries + 1))
        },
      )
    }
    attempt(0)
    return () => {
      isHere = false
      forget()
    }
  }, [load])
  return loaded ? createElement(loaded.component, props) : children
}
