import type { IslandTexts } from '#i18n/island-areas.ts'
import { useState } from 'react'
import { Dialog, DialogActions } from '#features/ui/Dialog.tsx'
import { logOut } from '#stores/log-out.ts'
import '#features/forms/forms.css'

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
  const [isMissing, setMissing] = useState(false)
  const everywhere = reach === 'everywhere'
  async function run() {
    setBusy(true)
    setMissing(!(await logOut({ everywhere, forgetDrafts })))
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
        error={isMissing ? t('user:log_out_everywhere_missing') : null}
        onConfirm={() => void run()}
      >
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t('user:cancel')}
        </button>
      </DialogActions>
    </Dialog>
  )
}
