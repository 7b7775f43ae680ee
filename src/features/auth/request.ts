import type * as v from 'valibot'
import { logIn, logInWithProvider, type LoggedIn } from '#api/login.ts'
import type { CallResult } from '#client/create-client.ts'
import type { ThirdPartyCredential } from './sign-in/use-third-party-button.ts'
import { callApi } from '#stores/client.ts'

/** Logs in with a phone; with a third-party account, binds the phone to it. */
export async function logInWithPhone(
  body: v.InferOutput<typeof logIn.body>,
  account: ThirdPartyCredential | null,
): Promise<CallResult<LoggedIn>> {
  if (account === null) return callApi(logIn, { body })
  const { mobile, code, agreed } = body
  const { provider, credential, nonce } = account
  const result = await callApi(logInWithProvider, {
    params: { provider },
    body: { credential, nonce, agreed, bind: { mobile, code } },
  })
  if (result.status !== 'ok') return result
  if (result.data.status === 'logged_in') return { status: 'ok', data: result.data }
  throw new Error('the API requires a phone although one was sent')
}

/** Logs in with a third-party account; a new account still has to bind a phone. */
export const logInWithAccount = ({ provider, credential, nonce }: ThirdPartyCredential) =>
  callApi(logInWithProvider, {
    params: { provider },
    body: { credential, nonce, agreed: true, bind: null },
  })
