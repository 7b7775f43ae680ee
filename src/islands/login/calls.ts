import { logIn, logInWithProvider, type LoggedIn } from '#api/login.ts'
import type { Answer } from '#client/create-client.ts'
import type { ThirdPartyCredential } from '#islands/forms/sign-in/use-third-party-button.ts'
import { callApi } from '#stores/client.ts'
import type { LoginValues } from './use-log-in.ts'

/** The login with a phone; with a third-party account at hand, the binding of the phone to it. */
export async function logInWithPhone(
  { mobile, code, agreed }: LoginValues,
  account: ThirdPartyCredential | null,
): Promise<Answer<LoggedIn>> {
  if (account === null) return callApi(logIn, { body: { mobile, code, agreed } })
  const { provider, credential, nonce } = account
  const answer = await callApi(logInWithProvider, {
    params: { provider },
    body: { credential, nonce, agreed, bind: { mobile, code } },
  })
  if (answer.status !== 'ok') return answer
  if (answer.data.status === 'logged_in') return { status: 'ok', data: answer.data }
  throw new Error('the API asked for a phone that it was given')
}

/** The login with a third-party account alone; a new one goes on to bind a phone. */
export const logInWithAccount = ({ provider, credential, nonce }: ThirdPartyCredential) =>
  callApi(logInWithProvider, {
    params: { provider },
    body: { credential, nonce, agreed: true, bind: null },
  })
