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
  /** URL fragment that focuses the row; without a value it opens an editor that has no own screen. */
  fragment?: string
  /** Replaces the button that opens the editor. */
  action?: ReactNode
}

const focusButton = (row: HTMLElement | null): void =>
  row?.querySelector<HTMLElement>('.row-button')?.focus()

/** One field of the profile, displayed and edited in place. */
export function ProfileRow(props: Props) {
  const { label, value, fragment, screen, editor, action, t } = props
  const [state, setState] = useState<'shown' | 'editing' | 'closed' | 'saved'>(() => {
    if (fragment === undefined || location.hash !== `#${fragment}`) return 'shown'
    return value === null && screen === undefined ? 'editing' : 'closed'
  })
  const isEditing = state === 'editing' && editor !== undefined

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
        // After editing, the focus returns to the row.
        <dd ref={state === 'closed' || state === 'saved' ? focusButton : undefined}>
          <div className="value">
            {value ?? <span className="empty">{t('user:empty')}</span>}
            <output className="saved">{state === 'saved' && t('user:saved')}</output>
          </div>
          {action}
          {editor !== undefined && <Opener {...props} onOpen={() => setState('editing')} />}
        </dd>
      )}
    </div>
  )
}

interface OpenerProps extends Props {
  onOpen: () => void
}

/** Opens the editor: on phones as its own screen if the field has one. */
function Opener({ label, value, screen, onOpen, t }: OpenerProps) {
  const isPhone = useIsPhone()
  const isNew = value === null
  const name = t(isNew ? 'user:add_of' : 'user:edit_of', { label })
  const text = t(isNew ? 'user:add' : 'user:edit')
  return isPhone && screen !== undefined ? (
    <a href={screen} className="row-button" aria-label={name}>
      {text}
    </a>
  ) : (
    <button type="button" className="row-button" aria-label={name} onClick={onOpen}>
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
    const listen = ({ key, isComposing }: KeyboardEvent) => {
      // During the composition of Chinese text, Escape only cancels the composition.
      if (key === 'Escape' && !isComposing) leave()
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [inside])
  return null
}
