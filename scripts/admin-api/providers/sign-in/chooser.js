// @ts-check
// Posts the result to the opener, restricted to the origin that requested it.
const answer = document.querySelector('#answer')
if (answer instanceof HTMLElement && window.opener) {
  const { origin = '', state, credential } = answer.dataset
  window.opener.postMessage({ type: 'sign-in', state, credential: credential || null }, origin)
  window.close()
}
