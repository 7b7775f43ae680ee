import { useEffect, useState } from 'react'

/** Keeps the screen awake while the page is visible. @returns whether the wake lock is active */
export function useWakeLock(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    // Browsers release the lock when the page is hidden.
    const acquire = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isUnmounted) void lock?.release()
      else setAwake(lock !== null)
    }
    const onVisibilityChange = () => void acquire()
    onVisibilityChange()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', onVisibilityChange)
      void lock?.release()
    }
  }, [])
  return isAwake
}
