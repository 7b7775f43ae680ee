import type { IslandTexts } from '#i18n/island-areas.ts'
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useIsPhone } from '#features/ui/use-media-query.ts'
import { EditingContext } from './editing.ts'
import '#features/ui/row-button.css'
import './profile.css'

interface Props {
  label: string
  /** The current value; null when it was never set. */
  value: ReactNode | null
  t: IslandTexts<'user'>
  /** The field's own screen, used on phones. */
  screen?: string
  /** The inline editor. */
  editor?: ReactNode
  /** URL fragment that opens the editor if the field has no value. */
  fragment?: string
  /** Replaces the button that opens the editor. */
  action?: ReactNode
}

/** One field of the profile, displayed and edited in place. */
export function ProfileRow(props: Props) {
  const { label, value, fragment, editor, action, t } = props
  const [state, setState] = useState<'shown' | 'editing' | 'closed' | 'saved'>(() =>
    value === null && fragment !== undefined && location.hash === `#${fragment}`
      ? 'editing'
      : 'shown',
  )
  const button = useRef<HTMLButtonElement>(null)
  const isEditing = state === 'editing' && editor !== undefined

  useEffect(() => {
    // The focused editor has unmounted: returns the focus to the row.
    if (state === 'closed' || state === 'saved') button.current?.focus()
  }, [state])

  return (
    <div className="profile-row" data-editing={isEditing || undefined}>
      <dt>{label}</dt>
      {isEditing ? (
        <dd>
          <RowEditor onSaved={() => setState('saved')} onCancel={() => setState('closed')}>
            {editor}
          </RowEditor>
        </dd>
      ) : (
        <dd>
          <div className="value">
            {value ?? <span className="empty">{t('user:empty')}</span>}
            <output className="saved">{state === 'saved' && t('user:saved')}</output>
          </div>
          {action}
          {editor !== undefined && (
            <Opener {...props} button={button} onOpen={() => setState('editing')} />
          )}
        </dd>
      )}
    </div>
  )
}

interface OpenerProps extends Props {
  button: RefObject<HTMLButtonElement | null>
  onOpen: () => void
}

/** Opens the editor: on phones as its own screen if the field has one. */
function Opener({ label, value, screen, button, onOpen, t }: OpenerProps) {
  const isPhone = useIsPhone()
  const isNew = value === null
  const name = t(isNew ? 'user:add_of' : 'user:edit_of', { label })
  const text = t(isNew ? 'user:add' : 'user:edit')
  return isPhone && screen !== undefined ? (
    <a href={screen} className="row-button" aria-label={name}>
      {text}
    </a>
  ) : (
    <button type="button" className="row-button" ref={button} aria-label={name} onClick={onOpen}>
      {text}
    </button>
  )
}

interface RowEditorProps {
  onSaved: () => void
  onCancel: () => void
  children: ReactNode
}

function RowEditor({ children, ...editing }: RowEditorProps) {
  const container = useRef<HTMLDivElement>(null)
  return (
    <div className="editor" ref={container}>
      <Suspense fallback={<span className="skeleton-line" />}>
        <EditingContext value={editing}>{children}</EditingContext>
        <Keyboard inside={container} onEscape={editing.onCancel} />
      </Suspense>
    </div>
  )
}

/** Moves the focus into a lazily loaded editor; Escape closes it. */
function Keyboard(props: { inside: RefObject<HTMLElement | null>; onEscape: () => void }) {
  const { inside, onEscape } = props
  const leave = useEffectEvent(onEscape)
  useEffect(() => {
    const element = inside.current
    element?.querySelector<HTMLElement>('input, select')?.focus()
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave()
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [inside])
  return null
}
