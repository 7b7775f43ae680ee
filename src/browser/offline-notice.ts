interface Network extends Pick<EventTarget, 'addEventListener'> {
  navigator: { onLine: boolean }
}

/** Shows a notice while the browser is offline. */
export function showOffline(notice: Pick<HTMLElement, 'hidden'>, view: Network): void {
  const show = () => {
    notice.hidden = view.navigator.onLine
  }
  for (const type of ['online', 'offline']) view.addEventListener(type, show)
  show()
}
