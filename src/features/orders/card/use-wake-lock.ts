import { useEffect, useState } from 'react'

/** Keeps the screen awake while the page is in sight. @returns whether this device does */
export function useWakeLock(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | null = null
    let isOver = false
    // The lock goes whenever the page is hidden.
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void lock?.release()
      else setAwake(lock !== null)
    }
    const wake = () => void hold()
    wake()
    document.addEventListener('visibilitychange', wake)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', wake)
      void lock?.release()
    }
  }, [])
  return isAwake
}
