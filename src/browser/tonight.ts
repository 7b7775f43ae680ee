/** Whether a show is today and has not ended. Days are ISO days at the venue, times ISO times. */
export const isOnToday = (
  { day, endsAt }: { day: string; endsAt: string },
  { today, now }: { today: string; now: number },
): boolean => day === today && Date.parse(endsAt) > now

/** Shows today's shows among the prerendered ones, and their strip if there are any. */
function showTonight(root: Document, now: Date): void {
  const strip = root.querySelector<HTMLElement>('[data-tonight]')
  if (!strip) return
  const { timeZone } = root.documentElement.dataset
  // Swedish dates are written as ISO days.
  const today = now.toLocaleDateString('sv-SE', { timeZone })
  for (const item of strip.querySelectorAll<HTMLElement>('[data-day]')) {
    const { day = '', endsAt = '' } = item.dataset
    item.hidden = !isOnToday({ day, endsAt }, { today, now: now.getTime() })
  }
  strip.hidden = strip.querySelector('[data-day]:not([hidden])') === null
}

/** Shows today's shows, also in a tab that is opened again after midnight or after a show. */
export function followTonight(root: Document, readNow = () => new Date()): void {
  const show = () => showTonight(root, readNow())
  show()
  root.addEventListener('visibilitychange', show)
}
