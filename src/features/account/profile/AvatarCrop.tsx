import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { saveProfile, type Profile } from '#api/profile.ts'
import { Dialog, DialogActions } from '#features/ui/Dialog.tsx'
import { cropPicture, type ChosenPicture } from './read-picture.ts'
import { useAction } from '#features/forms/use-action.ts'
import type { CallResult } from '#client/create-client.ts'
import { callApi } from '#stores/client.ts'
import { createTransfer, type Transfer } from '#stores/transfer.ts'

interface Props {
  picture: ChosenPicture
  t: IslandTexts<'user'>
  onSaved: (profile: Profile) => void
  onClose: () => void
}

const MAX_ZOOM = 4

/** Dialog for cropping a picture to a square; loaded when a picture has been chosen. */
export function AvatarCrop({ picture, t, onSaved, onClose }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const { isBusy, error, run } = useAction(t)
  const [closing] = useState(() => new AbortController())
  useEffect(() => () => closing.abort(), [closing])

  const save = (chosen: Area) =>
    run(async () => sendAvatar(await cropPicture(picture, chosen), closing.signal), onSaved)

  return (
    <Dialog title={t('user:avatar_crop')} closeLabel={t('code:close')} onClose={onClose}>
      <div className="avatar-crop">
        <Cropper
          image={picture.src}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          // Styles are loaded from a file, because the content security policy blocks injected ones.
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <p className="hint">{t('user:avatar_crop_hint')}</p>
      <label className="zoom">
        <span>{t('user:avatar_zoom')}</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
      <DialogActions
        label={t(isBusy ? 'user:avatar_sending' : 'user:avatar_save')}
        isDisabled={area === null || isBusy}
        error={error}
        onConfirm={() => area && void save(area)}
        cancel={{ label: t('user:cancel'), onClick: onClose }}
      />
    </Dialog>
  )
}

const ENDS = new Set<Transfer['status']>(['done', 'failed', 'waiting'])

/**
 * Uploads a picture; resolves when the upload was accepted or refused or the session has ended, rejects when it
 * was cancelled.
 */
function upload(file: File, signal: AbortSignal): Promise<Transfer> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const transfer = createTransfer({
      kind: 'avatar',
      draft: { file, grant: null, url: null, upload: null },
      // Not resumable after a reload: choosing the picture again is quicker.
      save: () => {},
      report: (state) => {
        if (!ENDS.has(state.status)) return
        signal.removeEventListener('abort', cancel)
        resolve(state)
      },
    })
    function cancel(): void {
      transfer.cancel()
      reject(new Error('the upload was cancelled'))
    }
    signal.addEventListener('abort', cancel)
    void transfer.start()
  })
}

/** Uploads a picture and saves it as the member's avatar. */
async function sendAvatar(file: File, signal: AbortSignal): Promise<CallResult<Profile>> {
  const { status, upload: done, fault } = await upload(file, signal)
  if (done !== null) return callApi(saveProfile, { body: { avatar_upload_id: done.id } })
  if (status === 'waiting') return { status: 'unauthorized' }
  if (fault?.kind === 'refused') return { status: 'refused', msg: '', ...fault }
  throw new Error('the upload failed')
}
