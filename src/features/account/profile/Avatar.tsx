import type { IslandTexts } from '#i18n/island-areas.ts'
import { useId, useRef, useState } from 'react'
import { saveProfile, type Profile } from '#api/profile.ts'
import { showToast } from '#features/forms/toast.ts'
import { useAction } from '#features/forms/use-action.ts'
import { callApi } from '#stores/client.ts'
import { setProfile } from '#stores/profile.ts'
import { AvatarCrop } from '../editors.ts'
import { readPicture, type ChosenPicture } from './read-picture.ts'
import '#features/ui/row-button.css'
import './avatar.css'

/**
 * The member's picture, or else the first character of the nickname, with a file picker for changing
 * it and a button for removing it.
 */
export function Avatar({ profile, t }: { profile: Profile; t: IslandTexts<'user'> }) {
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const removing = useAction(t)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function finish(next: Profile): void {
    setProfile(next)
    setPicture(null)
    showToast(t, 'forms:save_done')
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    setUnreadable(false)
    try {
      setPicture(await readPicture(file))
    } catch {
      setUnreadable(true)
    }
  }

  const { nickname, avatar } = profile
  return (
    <div className="avatar">
      <div className="avatar-picture">
        {avatar === null ? (
          <span aria-hidden="true">{Array.from(nickname)[0]}</span>
        ) : (
          <img
            src={avatar}
            alt={t('user:avatar_of', { name: nickname })}
            width="120"
            height="120"
          />
        )}
      </div>
      <div className="avatar-actions">
        <label className="row-button" htmlFor={id}>
          {t('user:avatar_change')}
          <input
            ref={input}
            type="file"
            id={id}
            className="visually-hidden"
            accept="image/*"
            onChange={({ target }) => {
              void choose(target.files?.[0])
              // Allows the same file to be chosen again.
              target.value = ''
            }}
          />
        </label>
        {avatar !== null && (
          <button
            type="button"
            className="row-button"
            aria-disabled={removing.isBusy}
            onClick={() =>
              void removing.run(
                () => callApi(saveProfile, { body: { avatar_upload_id: null } }),
                (next) => {
                  // The focused button is removed with the picture.
                  input.current?.focus()
                  finish(next)
                },
              )
            }
          >
            {t('user:avatar_remove')}
          </button>
        )}
        <div role="alert">
          {removing.error && <p className="send-failure">{removing.error}</p>}
          {isUnreadable && <p className="send-failure">{t('user:avatar_unreadable')}</p>}
        </div>
      </div>
      {picture && (
        <AvatarCrop picture={picture} t={t} onClose={() => setPicture(null)} onSaved={finish} />
      )}
    </div>
  )
}
