import * as v from 'valibot'
import { confirmIdentity } from '#api/account.ts'
import { maskMobile } from '#api/mobile.ts'
import { OneTimeCodeSchema } from '#api/one-time-code.ts'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { callApi } from '#stores/client.ts'
import { forgetSentCode } from '#stores/sent-code.ts'
import { SubmitButton } from '../SubmitButton.tsx'
import { SubmitNotice } from '../SubmitNotice.tsx'
import { useForm } from '../use-form.ts'
import { useSubmit } from '../use-submit.ts'
import { askSms } from './ask-sms.ts'
import { CodeRow } from './CodeRow.tsx'
import { refuseCode } from './refuse-code.ts'
import { ShortForm } from './ShortForm.tsx'
import type { CodeTexts } from './texts.ts'
import { useSendCode } from './use-send-code.ts'

const ConfirmSchema = v.object({ code: OneTimeCodeSchema })

interface Props {
  mobile: string
  t: CodeTexts
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for a code on the phone of the account. */
export function IdentityDialog({ mobile, t, onConfirmed, onClose }: Props) {
  const sending = useSendCode('confirm', askSms('confirm'))
  const form = useForm(ConfirmSchema, {
    t,
    defaults: { code: '' },
    labels: { code: t('code:label') },
    messages: { code: 'forms:code_format' },
  })
  const submission = useSubmit(form, {
    send: (body) => callApi(confirmIdentity, { body }),
    onRefused: (refusal) => refuseCode(form, refusal, t),
    onDone: () => {
      forgetSentCode('confirm')
      onConfirmed()
    },
  })
  return (
    <Dialog title={t('code:identity_title')} closeLabel={t('code:close')} onClose={onClose}>
      <p className="dialog-text">{t('code:identity_text', { to: maskMobile(mobile) })}</p>
      <ShortForm form={form} onSubmit={submission.submit} label={t('code:identity_title')}>
        <CodeRow
          binding={form.field('code')}
          sending={sending}
          onSend={() => void sending.send(mobile)}
          onComplete={() => void submission.submit()}
          describe={maskMobile}
          t={t}
        />
        <SubmitNotice submission={submission} t={t} />
        <SubmitButton submission={submission} t={t}>
          {t('code:identity_confirm')}
        </SubmitButton>
      </ShortForm>
    </Dialog>
  )
}
