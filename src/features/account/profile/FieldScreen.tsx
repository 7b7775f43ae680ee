import type { IslandPart, IslandProps } from '#i18n/island-areas.ts'
import { Suspense, useEffect } from 'react'
import type { Ref } from '#api/primitives.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { MemberGate } from '#features/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { EditingContext } from './editing.ts'
import { DateSelect, Dropdown, prepareFieldEditors, SexSelect } from '../editors.ts'
import { useCities, useProfile } from '../use-account.ts'
import '#features/ui/controls.css'
import '../user.css'
import './profile.css'

interface Props extends IslandProps<'user'> {
  /** The available cities at build time. */
  citys: readonly Ref[]
  field: 'birthday' | 'city' | 'gender'
}

/** Time for reading the confirmation. */
const BACK_AFTER_MS = 700

/** A screen for editing one field of the profile; returns to its row on the account page after saving. */
export function FieldScreen({ messages, ...props }: Props) {
  const t = useTexts(messages)
  return (
    <MemberGate t={t} skeleton={<Skeleton />}>
      <Editor {...props} t={t} />
    </MemberGate>
  )
}

function Editor({
  field,
  citys: initial,
  locale,
  t,
}: Omit<Props, 'messages'> & IslandPart<'user'>) {
  const { state, retry } = useProfile()
  const citys = useCities(initial)
  // Loads the editor in parallel with the profile.
  useEffect(() => prepareFieldEditors(), [])
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <Skeleton />
  const account = `${href('/user/user', locale)}#${field}`
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
          {field === 'city' && <Dropdown {...part} citys={citys} />}
        </Suspense>
      </EditingContext>
    </div>
  )
}

function Skeleton() {
  return (
    <div className="field-screen" aria-hidden="true">
      <span className="skeleton-line" />
      <span className="skeleton-line short" />
    </div>
  )
}
