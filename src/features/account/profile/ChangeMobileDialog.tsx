import type { IslandTexts } from '#i18n/island-areas.ts'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { changeMobile } from '#api/account.ts'
import { maskMobile, MobileSchema } from '#api/mobile.ts'
import { OneTimeCodeSchema } from '#api/one-time-code.ts'
import { requestSms, useSendCode } from '#features/auth/code/use-send-code.ts'
import { CodeRow } from '#features/auth/code/CodeRow.tsx'
import { showCodeError } from '#features/auth/code/code-refusal.ts'
import { Form } from '#features/forms/Form.tsx'
import { MobileField } from '#features/forms/MobileField.tsx'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { useSubmit } from '#features/forms/use-submit.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import { callApi } from '#stores/client.ts'
import { setProfile } from '#stores/profile.ts'
import { clearSentCode } from '#stores/sent-code.ts'

const ChangeSchema = v.object({
  confirm_code: OneTimeCodeSchema,
  mobile: MobileSchema,
  code: OneTimeCodeSchema,
})

interface Props {
  /** The account's current number. */
  mobile: string
  t: IslandTexts<'user'>
  onClose: () => void
}

/** Changes the phone number: a code verifies the current number, another code the new one. */
export function ChangeMobileDialog({ mobile: current, t, onClose }: Props) {
  const confirmation = useSendCode('confirm', requestSms('confirm'))
  const next = useSendCode('change_mobile', requestSms('change_mobile'))
  const form = useForm(ChangeSchema, {
    t,
    // The number that a pending code was sent to, after the dialog was closed or the page reloaded.
    defaults: { confirm_code: '', mobile: next.sent?.to ?? '', code: '' },
    labels: {
      confirm_code: t('user:mobile_old', { to: maskMobile(current) }),
      mobile: t('user:mobile_new'),
      code: t('user:mobile_new_code'),
    },
    messages: { confirm_code: 'forms:code_format', code: 'forms:code_format' },
  })
  const typed = useWatch({ control: form.hook.control, name: 'mobile' })
  const submission = useSubmit(form, {
    send: (body) => callApi(changeMobile, { body }),
    fieldOfRefusal: { mobile_taken: 'mobile', wrong_mobile: 'mobile' },
    onRefused: (refusal) => showCodeError(form, refusal, t),
    success: 'forms:save_done',
    onDone: (profile) => {
      clearSentCode('confirm')
      clearSentCode('change_mobile')
      setProfile(profile)
      onClose()
    },
  })

  async function sendToCurrent(): Promise<void> {
    if ((await confirmation.send(current)) === null) form.focus('confirm_code')
  }

  async function sendToNew(): Promise<void> {
    const mobile = form.hook.getValues('mobile')
    if (!v.is(MobileSchema, mobile)) return form.refuse('mobile', t('forms:mobile_format'))
    if (mobile === current) return form.refuse('mobile', t('user:mobile_same'))
    const failure = await next.send(mobile)
    if (failure === null) form.focus('code')
    if (failure?.kind !== 'refused' || failure.key !== 'wrong_mobile') return
    next.dismiss()
    form.refuse('mobile', t('forms:mobile_format'))
  }

  return (
    <Dialog title={t('user:mobile_change')} closeLabel={t('code:close')} onClose={onClose}>
      <p className="dialog-text">{t('user:mobile_text')}</p>
      <Form isShort form={form} onSubmit={submission.submit} label={t('user:mobile_change')}>
        <CodeRow
          form={form}
          binding={form.field('confirm_code')}
          sending={confirmation}
          to={current}
          onSend={() => void sendToCurrent()}
          t={t}
        />
        <MobileField {...form.field('mobile')} t={t} />
        <CodeRow
          form={form}
          binding={form.field('code')}
          sending={next}
          to={String(typed)}
          onSend={() => void sendToNew()}
          t={t}
        />
        <SubmitNotice submission={submission} t={t} />
        <SubmitButton submission={submission} t={t}>
          {t('user:mobile_save')}
        </SubmitButton>
      </Form>
    </Dialog>
  )
}
