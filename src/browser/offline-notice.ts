interface Network extends Pick<EventTarget, 'addEventListener'> {
  navigator: { onLine: boolean }
}

/** Says on pages that ask for data that there is no network, as long as there is none. */
export function showOffline(notice: Pick<HTMLElement, 'hidden'>, view: Network): void {
  const show = () => {
    notice.hidden = view.navigator.onLine
  }
  for (const type of ['online', 'offline']) view.addEventListener(type, show)
  show()
}
