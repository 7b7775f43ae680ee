import type { IslandTexts } from '#i18n/island-areas.ts'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { AccountEmailSchema, completeEmail } from '#api/account.ts'
import { OneTimeCodeSchema } from '#api/one-time-code.ts'
import { callApi } from '#stores/client.ts'
import { setProfile } from '#stores/profile.ts'
import { clearSentCode } from '#stores/sent-code.ts'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import { TextField } from '#features/forms/TextField.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { useSubmit } from '#features/forms/use-submit.ts'
import { CodeRow } from './CodeRow.tsx'
import { showCodeError } from './code-refusal.ts'
import { Form } from '#features/forms/Form.tsx'
import type { WithIdentity } from './use-identity.tsx'
import { useSendCode } from './use-send-code.ts'

const EmailSchema = v.object({ email: AccountEmailSchema, code: OneTimeCodeSchema })

interface Props {
  t: IslandTexts<'code'>
  /** Makes a call, with phone verification when the API requires it. */
  withIdentity: WithIdentity
  onDone: () => void
}

/** Adds or changes the e-mail address of the account after verifying it by a code. */
export function EmailForm({ t, withIdentity, onDone }: Props) {
  const sending = useSendCode('email', (email) =>
    withIdentity(async () => {
      const result = await callApi(completeEmail, { body: { step: 'send', email } })
      if (result.status !== 'ok') return result
      if (result.data.status === 'code_sent') return { status: 'ok', data: result.data }
      throw new Error('the API confirmed an e-mail address without a code')
    }),
  )
  const form = useForm(EmailSchema, {
    t,
    // The address that a pending code was sent to, after the form was closed or the page reloaded.
    defaults: { email: sending.sent?.to ?? '', code: '' },
    labels: { email: t('code:email'), code: t('code:label') },
  })
  const email = useWatch({ control: form.hook.control, name: 'email' })
  const typed = v.safeParse(AccountEmailSchema, email)
  const submission = useSubmit(form, {
    send: (body) =>
      withIdentity(() => callApi(completeEmail, { body: { step: 'confirm', ...body } })),
    fieldOfRefusal: { email_taken: 'email' },
    onRefused: (refusal) => showCodeError(form, refusal, t),
    success: 'forms:save_done',
    onDone: (data) => {
      clearSentCode('email')
      if (data.status !== 'completed') return
      setProfile(data.profile)
      onDone()
    },
  })

  async function sendCode(): Promise<void> {
    const result = v.safeParse(AccountEmailSchema, form.hook.getValues('email'))
    if (!result.success) return form.refuse('email', t('forms:email_format'))
    const failure = await sending.send(result.output)
    if (failure === null) form.focus('code')
    if (failure?.kind !== 'refused' || failure.key !== 'email_taken') return
    sending.dismiss()
    form.refuse('email', t('errors:email_taken'))
  }

  return (
    <Form isShort form={form} onSubmit={submission.submit} label={t('code:email')}>
      <TextField {...form.field('email')} type="email" inputMode="email" autoComplete="email" />
      <CodeRow
        form={form}
        binding={form.field('code')}
        sending={sending}
        to={typed.success ? typed.output : ''}
        onSend={() => void sendCode()}
        onComplete={() => void submission.submit()}
        t={t}
      />
      <SubmitNotice submission={submission} t={t} />
      <SubmitButton submission={submission} t={t}>
        {t('code:email_save')}
      </SubmitButton>
    </Form>
  )
}
