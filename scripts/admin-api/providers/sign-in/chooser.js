// @ts-check
// Hands the answer to the window that asked: to its origin only, whoever has opened this one.
const answer = document.querySelector('#answer')
if (answer instanceof HTMLElement && window.opener) {
  const { origin = '', state, credential } = answer.dataset
  window.opener.postMessage({ type: 'sign-in', state, credential: credential || null }, origin)
  window.close()
}
