import { CallFailure } from '#features/ui/CallFailure.tsx'
import { useRef, useState } from 'react'
import type { IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import { isMissingEndpoint } from '#client/errors.ts'
import { endSession, type Session } from '#api/account.ts'
import { formatDate, formatDateTime } from '#i18n/format.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { isEndpointMissing, useLoad } from '#features/ui/use-load.ts'
import { callApi } from '#stores/client.ts'
import { ListSkeleton } from '../Skeletons.tsx'
import { requestSessions } from '../request.ts'
import { describeError } from '#features/forms/failures.ts'
import { useAction } from '#features/forms/use-action.ts'
import { Dialog, DialogActions } from '#features/ui/Dialog.tsx'
import { logOut } from '#stores/log-out.ts'
import '#features/forms/forms.css'
import '#features/ui/row-button.css'
import './devices.css'

/** Devices on which the account is logged in; each can be logged out. */
export function Devices(part: IslandPart<'user'>) {
  const { state, retry, update } = useLoad(requestSessions)
  const list = useRef<HTMLUListElement>(null)
  if (isEndpointMissing(state)) return null
  if (state.status === 'failed')
    return <LoadFailure error={state.error} t={part.t} onRetry={retry} />
  if (state.status !== 'done') return <ListSkeleton rows={1} />
  const { sessions } = state.data
  return (
    <ul className="devices" ref={list} tabIndex={-1}>
      {sessions.map((session) => (
        <Device
          key={session.id}
          session={session}
          onEnded={() => {
            update((latest) => ({
              ...latest,
              sessions: latest.sessions.filter(({ id }) => id !== session.id),
            }))
            // The focused button is removed with its row.
            list.current?.focus()
          }}
          {...part}
        />
      ))}
    </ul>
  )
}

/** Ends a session. One that has ended meanwhile, on its own device, is not found. */
const requestEnd = (id: number) =>
  callApi(endSession, { body: { id } }).catch((error: unknown) => {
    if (!isMissingEndpoint(error)) throw error
    return { status: 'ok', data: {} } as const
  })

interface Props extends IslandPart<'user'> {
  session: Session
  onEnded: () => void
}

function Device({ session, onEnded, locale, t }: Props) {
  const { isBusy, error, run } = useAction(t)
  const { id, device, address, current, created_at, last_seen_at } = session
  const lastSeen = formatDateTime(last_seen_at, locale)
  return (
    <li className="device">
      <div>
        <p className="name">
          {device}
          {current && <span className="current">{t('user:device_current')}</span>}
        </p>
        <p className="facts">
          <span className="numeral">{address}</span>
          <span>{t('user:device_since', { date: formatDate(created_at, locale) })}</span>
          <span>{t('user:device_seen', { time: lastSeen })}</span>
        </p>
        <CallFailure reason={error} />
      </div>
      {!current && (
        <button
          type="button"
          className="row-button"
          aria-disabled={isBusy}
          aria-label={t('user:device_end_of', { device })}
          onClick={() => void run(() => requestEnd(id), onEnded)}
        >
          {t('user:device_end')}
        </button>
      )}
    </li>
  )
}

type Reach = 'here' | 'everywhere'

/** Logs out on this device or everywhere. Local data is deleted only when the user chooses to. */
export function LogOut({ t }: { t: IslandTexts<'user'> }) {
  const [confirming, setConfirming] = useState<Reach | null>(null)
  return (
    <div className="log-out">
      <button type="button" className="button button-quiet" onClick={() => setConfirming('here')}>
        {t('user:log_out_here')}
      </button>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => setConfirming('everywhere')}
      >
        {t('user:log_out_everywhere')}
      </button>
      {confirming && <Confirmation reach={confirming} t={t} onClose={() => setConfirming(null)} />}
    </div>
  )
}

function Confirmation(props: { reach: Reach; t: IslandTexts<'user'>; onClose: () => void }) {
  const { reach, t, onClose } = props
  const [forgetDrafts, setForgetDrafts] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const everywhere = reach === 'everywhere'
  async function run() {
    setBusy(true)
    try {
      const isDone = await logOut({ everywhere, forgetDrafts })
      setFault(isDone ? null : t('user:log_out_everywhere_missing'))
    } catch (error) {
      // Offline, the code that deletes the drafts does not load.
      setFault(describeError(error, t))
    }
    setBusy(false)
  }
  return (
    <Dialog
      title={t(everywhere ? 'user:log_out_everywhere_title' : 'user:log_out_title')}
      closeLabel={t('code:close')}
      onClose={onClose}
    >
      <p className="dialog-text">
        {t(everywhere ? 'user:log_out_everywhere_text' : 'user:log_out_text')}
      </p>
      <label className="option">
        <input
          type="checkbox"
          checked={forgetDrafts}
          onChange={({ target }) => setForgetDrafts(target.checked)}
        />
        <span>{t('user:log_out_drafts')}</span>
      </label>
      <DialogActions
        label={t('user:log_out_yes')}
        isDisabled={isBusy}
        error={fault}
        onConfirm={() => void run()}
        cancel={{ label: t('user:cancel'), onClick: onClose }}
      />
    </Dialog>
  )
}
