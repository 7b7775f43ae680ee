import type { IslandTexts } from '#i18n/island-areas.ts'
import { useContext, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { saveProfile, type Profile } from '#api/profile.ts'
import { Form } from '#features/forms/Form.tsx'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { isFutureDay } from './format-birthday.ts'
import { SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import { showToast } from '#features/forms/toast.ts'
import { useForm, type AnyForm } from '#features/forms/use-form.ts'
import { useSubmit } from '#features/forms/use-submit.ts'
import { callApi } from '#stores/client.ts'
import { CallFailure } from '#features/ui/CallFailure.tsx'
import { setProfile } from '#stores/profile.ts'
import { EditingContext } from './editing.ts'
import { useAction } from '#features/forms/use-action.ts'
import { memberLine } from '#api/member-text.ts'
import { TextField } from '#features/forms/TextField.tsx'
import { OptionGroup } from '#features/forms/OptionGroup.tsx'
import { DaySchema, IdSchema, type Ref } from '#api/primitives.ts'
import { DateParts } from '#features/forms/DateParts.tsx'
import { Select } from '#features/forms/Select.tsx'

/** Props of an editor for one field. */
interface EditorProps {
  profile: Profile
  t: IslandTexts<'user'>
}

interface FormProps<Output extends object> extends Omit<EditorProps, 'profile'> {
  form: AnyForm<Output>
  label: string
  /** The body that clears the field; absent if the field cannot be cleared. */
  cleared?: Output | { [Name in keyof Output]: null }
  children: ReactNode
}

/** The form for one field of the profile, saved on its own. */
function FieldForm<Output extends object>(props: FormProps<Output>) {
  const { form, label, cleared, t, children } = props
  const { onSaved, onCancel } = useContext(EditingContext)
  const clearing = useAction(t)
  const finish = (profile: Profile) => {
    setProfile(profile)
    onSaved()
  }
  const submission = useSubmit(form, {
    send: (body) => callApi(saveProfile, { body }),
    success: 'forms:save_done',
    onDone: finish,
  })
  return (
    <Form isShort form={form} onSubmit={submission.submit} label={label}>
      <div className="one-field">{children}</div>
      <SubmitNotice submission={submission} t={t} />
      <CallFailure reason={clearing.error} />
      <div className="editor-actions">
        <SubmitButton submission={submission} t={t}>
          {t('user:save')}
        </SubmitButton>
        <button type="button" className="text-button" onClick={onCancel}>
          {t('user:cancel')}
        </button>
        {cleared && (
          <button
            type="button"
            className="text-button"
            aria-disabled={clearing.isBusy}
            onClick={() =>
              void clearing.run(
                () => callApi(saveProfile, { body: cleared }),
                (profile) => {
                  showToast(t, 'forms:save_done')
                  finish(profile)
                },
              )
            }
          >
            {t('user:clear')}
          </button>
        )}
      </div>
    </Form>
  )
}

const MAX_NICKNAME_LENGTH = 40
const NicknameSchema = v.object({
  nickname: memberLine({ min: 1, max: MAX_NICKNAME_LENGTH }),
})

/** Editor of the nickname. */
export function Nickname({ profile, t }: EditorProps) {
  const form = useForm(NicknameSchema, {
    t,
    defaults: { nickname: profile.nickname },
    labels: { nickname: t('user:nickname') },
  })
  return (
    <FieldForm form={form} label={t('user:nickname')} t={t}>
      <TextField
        {...form.field('nickname')}
        hint={t('user:nickname_hint')}
        autoComplete="nickname"
        maxLength={MAX_NICKNAME_LENGTH}
      />
    </FieldForm>
  )
}

const GENDERS = ['male', 'female'] as const
const GenderSchema = v.object({ gender: v.picklist(GENDERS) })

/** Editor of the gender; also the screen `/user/SexSelect`. */
export function SexSelect({ profile, t }: EditorProps) {
  const form = useForm(GenderSchema, {
    t,
    defaults: { gender: profile.gender },
    labels: { gender: t('user:gender') },
  })
  return (
    <FieldForm
      form={form}
      label={t('user:gender')}
      {...(profile.gender && { cleared: { gender: null } })}
      t={t}
    >
      <OptionGroup
        type="radio"
        {...form.field('gender')}
        options={GENDERS.map((value) => ({ value, label: t(`user:${value}`) }))}
      />
    </FieldForm>
  )
}

const MAX_AGE_YEARS = 120
const BirthdaySchema = v.object({ birthday: DaySchema })

/** Editor of the birthday as year, month and day; also the screen `/user/DateSelect`. */
export function DateSelect({ profile, t }: EditorProps) {
  const [year] = useState(() => new Date().getFullYear())
  const form = useForm(BirthdaySchema, {
    t,
    defaults: { birthday: profile.birthday },
    labels: { birthday: t('user:birthday') },
    rules: ({ birthday }) =>
      typeof birthday === 'string' && isFutureDay(birthday, new Date())
        ? { birthday: 'forms:date_future' }
        : {},
  })
  return (
    <FieldForm
      form={form}
      label={t('user:birthday')}
      {...(profile.birthday && { cleared: { birthday: null } })}
      t={t}
    >
      <DateParts {...form.field('birthday')} from={year - MAX_AGE_YEARS} to={year} />
    </FieldForm>
  )
}

const CitySchema = v.object({ city_id: IdSchema })

/** Editor of the city; also the screen `/user/Dropdown`. */
export function Dropdown({ profile, citys, t }: EditorProps & { citys: readonly Ref[] }) {
  const form = useForm(CitySchema, {
    t,
    defaults: { city_id: profile.city_id },
    labels: { city_id: t('user:city') },
    messages: { city_id: 'forms:please_select' },
  })
  return (
    <FieldForm
      form={form}
      label={t('user:city')}
      {...(profile.city_id !== null && { cleared: { city_id: null } })}
      t={t}
    >
      <Select
        {...form.field('city_id')}
        options={citys.map(({ id, name }) => ({ value: id, label: name }))}
        autoComplete="address-level2"
      />
    </FieldForm>
  )
}
