// @ts-check
// Client script of the embedded sign-in provider, with the interface of Google Identity Services
// (developers.google.com/identity/gsi/web/reference/js-reference), so that pages treat both alike.
// When popups are blocked, it redirects to the chooser and back, with the result in the fragment.

;(() => {
  /**
   * @typedef {{ credential: string, select_by: string }} CredentialResponse
   * @typedef {{
   *   client_id: string
   *   nonce: string
   *   callback(response: CredentialResponse): void
   *   error_callback?(error: { type: 'popup_closed' | 'popup_failed_to_open' }): void
   * }} Config
   * @typedef {{ locale?: string, click_listener?(): void }} ButtonOptions
   */
  const STORED_STATE = 'embedded-sign-in-state'
  const CLOSED_CHECK_MS = 300
  const { origin } = location

  /** @type {Config | undefined} */
  let config
  /** @type {{ state: string, popup: Window, timer: number } | undefined} */
  let attempt
  /** Credential from a redirect: undefined without a redirect, null when cancelled. */
  let returned = readReturned()

  const generateState = () => crypto.randomUUID().replaceAll('-', '')

  /** @param {string} state @param {'popup' | 'redirect'} mode @param {Config} given */
  function createChooserUrl(state, mode, { client_id, nonce }) {
    const back = location.pathname + location.search
    const query = new URLSearchParams({ client_id, nonce, state, origin, mode, return: back })
    return `/api/sign-in/authorize?${query}`
  }

  /** @param {string | null} credential */
  function finish(credential) {
    if (attempt) clearInterval(attempt.timer)
    attempt = undefined
    if (credential === null) config?.error_callback?.({ type: 'popup_closed' })
    else config?.callback({ credential, select_by: 'btn' })
  }

  function open() {
    if (!config) return
    cancel()
    const state = generateState()
    const address = createChooserUrl(state, 'popup', config)
    const popup = window.open(address, 'embedded-sign-in', 'popup,width=480,height=720')
    if (!popup) {
      redirectToChooser(config)
      return
    }
    // Checked twice in a row, because a posted message may arrive after the popup has closed.
    let closed = 0
    const timer = window.setInterval(() => {
      closed = popup.closed ? closed + 1 : 0
      if (closed === 2) finish(null)
    }, CLOSED_CHECK_MS)
    attempt = { state, popup, timer }
  }

  /** @param {Config} given */
  function redirectToChooser(given) {
    const state = generateState()
    try {
      sessionStorage.setItem(STORED_STATE, state)
      // No cross-document view transition into the chooser, which is not a page of the site.
      const skip = (/** @type {PageSwapEvent} */ event) => event.viewTransition?.skipTransition()
      addEventListener('pageswap', skip, { once: true })
      location.assign(createChooserUrl(state, 'redirect', given))
    } catch {
      // Without storage the returned state could not be verified.
      given.error_callback?.({ type: 'popup_failed_to_open' })
    }
  }

  /** @returns {string | null | undefined} */
  function readReturned() {
    const answer = new URLSearchParams(location.hash.slice(1))
    const state = answer.get('sign_in_state')
    if (state === null) return undefined
    history.replaceState(history.state, '', location.pathname + location.search)
    try {
      const expected = sessionStorage.getItem(STORED_STATE)
      sessionStorage.removeItem(STORED_STATE)
      return state === expected ? answer.get('credential') : undefined
    } catch {
      return undefined
    }
  }

  function cancel() {
    if (!attempt) return
    clearInterval(attempt.timer)
    attempt.popup.close()
    attempt = undefined
  }

  addEventListener('message', ({ data, origin: from, source }) => {
    if (!attempt || from !== origin || source !== attempt.popup) return
    if (data?.type !== 'sign-in' || data.state !== attempt.state) return
    finish(typeof data.credential === 'string' ? data.credential : null)
  })

  const id = {
    /** @param {Config} given */
    initialize(given) {
      config = given
      if (returned === undefined) return
      const credential = returned
      returned = undefined
      setTimeout(() => finish(credential))
    },

    /** @param {HTMLElement} parent @param {ButtonOptions} options */
    renderButton(parent, { locale = document.documentElement.lang, click_listener } = {}) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = locale.startsWith('zh')
        ? '使用测试账号继续'
        : 'Continue with a test account'
      button.addEventListener('click', () => {
        click_listener?.()
        open()
      })
      parent.replaceChildren(button)
    },

    /** One Tap is not supported. */
    prompt() {},
    cancel,
    disableAutoSelect() {},
  }
  Object.assign(window, { google: { accounts: { id } } })
})()
