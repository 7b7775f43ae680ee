import type { IslandTexts } from '#i18n/island-areas.ts'
import * as v from 'valibot'
import { confirmIdentity } from '#api/account.ts'
import { maskMobile } from '#api/mobile.ts'
import { OneTimeCodeSchema } from '#api/one-time-code.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import { callApi } from '#stores/client.ts'
import { clearSentCode } from '#stores/sent-code.ts'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { useSubmit } from '#features/forms/use-submit.ts'
import { requestSms, useSendCode } from './use-send-code.ts'
import { CodeRow } from './CodeRow.tsx'
import { showCodeError } from './code-refusal.ts'
import { Form } from '#features/forms/Form.tsx'

const ConfirmSchema = v.object({ code: OneTimeCodeSchema })

interface Props {
  mobile: string
  t: IslandTexts<'code'>
  onConfirmed: () => void
  onClose: () => void
}

/** Verifies the phone of the account by a code. */
export function IdentityDialog({ mobile, t, onConfirmed, onClose }: Props) {
  const sending = useSendCode('confirm', requestSms('confirm'))
  const form = useForm(ConfirmSchema, {
    t,
    defaults: { code: '' },
    labels: { code: t('code:label') },
    messages: { code: 'forms:code_format' },
  })
  const submission = useSubmit(form, {
    send: (body) => callApi(confirmIdentity, { body }),
    onRefused: (refusal) => showCodeError(form, refusal, t),
    onDone: () => {
      clearSentCode('confirm')
      onConfirmed()
    },
  })
  async function send(): Promise<void> {
    if ((await sending.send(mobile)) === null) form.focus('code')
  }

  return (
    <Dialog title={t('code:identity_title')} closeLabel={t('code:close')} onClose={onClose}>
      <p className="dialog-text">{t('code:identity_text', { to: maskMobile(mobile) })}</p>
      <Form isShort form={form} onSubmit={submission.submit} label={t('code:identity_title')}>
        <CodeRow
          form={form}
          binding={form.field('code')}
          sending={sending}
          to={mobile}
          onSend={() => void send()}
          onComplete={() => void submission.submit()}
          t={t}
        />
        <SubmitNotice submission={submission} t={t} />
        <SubmitButton submission={submission} t={t}>
          {t('code:identity_confirm')}
        </SubmitButton>
      </Form>
    </Dialog>
  )
}
