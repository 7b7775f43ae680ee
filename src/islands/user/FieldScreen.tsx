import { Suspense, useEffect } from 'react'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { LoadFailure } from '#islands/ui/LoadFailure.tsx'
import { MemberGate } from '#islands/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { EditingContext } from './editing.ts'
import { DateSelect, Dropdown, prepareEditor, SexSelect, type EditedField } from './editors.ts'
import type { UserHouse, UserMessages, UserPart } from './texts.ts'
import { useProfile } from './use-profile.ts'
import '#islands/ui/controls.css'
import './user.css'
import './profile.css'

interface Props {
  locale: Locale
  messages: UserMessages
  house: Pick<UserHouse, 'citys'>
  field: EditedField
}

/** Long enough to read that it was saved. */
const BACK_AFTER_MS = 700

/** One field of the profile as a screen of its own: save, then back. */
export function FieldScreen({ messages, ...props }: Props) {
  const t = createTexts(messages)
  return (
    <MemberGate t={t} skeleton={<Skeleton />}>
      <Editor {...props} t={t} />
    </MemberGate>
  )
}

function Editor({ field, house, locale, t }: Omit<Props, 'messages'> & UserPart) {
  const { state, retry } = useProfile()
  // It arrives with the profile, not after it.
  useEffect(() => prepareEditor(field), [field])
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <Skeleton />
  const account = href('/user/user', locale)
  const editing = {
    onSaved: () => void setTimeout(() => location.assign(account), BACK_AFTER_MS),
    onCancel: () => location.assign(account),
  }
  const part = { profile: state.data, t }
  return (
    <div className="field-screen">
      <EditingContext value={editing}>
        <Suspense fallback={<Skeleton />}>
          {field === 'birthday' && <DateSelect {...part} />}
          {field === 'gender' && <SexSelect {...part} />}
          {field === 'city' && <Dropdown {...part} citys={house.citys} />}
        </Suspense>
      </EditingContext>
    </div>
  )
}

function Skeleton() {
  return (
    <div className="field-screen" aria-hidden="true">
      <span className="bar" />
      <span className="bar short" />
    </div>
  )
}
