import { useState } from 'react'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { logOut } from '#stores/log-out.ts'
import type { UserTexts } from './texts.ts'
import '#islands/forms/forms.css'

type Reach = 'here' | 'everywhere'

/** Logging out, here or everywhere. What this device keeps goes only if its user says so. */
export function LogOut({ t }: { t: UserTexts }) {
  const [asked, setAsked] = useState<Reach | null>(null)
  return (
    <div className="log-out">
      <button type="button" className="button button-quiet" onClick={() => setAsked('here')}>
        {t('user:log_out_here')}
      </button>
      <button type="button" className="button button-quiet" onClick={() => setAsked('everywhere')}>
        {t('user:log_out_everywhere')}
      </button>
      {asked && <Confirmation reach={asked} t={t} onClose={() => setAsked(null)} />}
    </div>
  )
}

function Confirmation(props: { reach: Reach; t: UserTexts; onClose: () => void }) {
  const { reach, t, onClose } = props
  const [forgetDrafts, setForgetDrafts] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const everywhere = reach === 'everywhere'
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
      <div className="dialog-ways">
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => {
            setBusy(true)
            void logOut({ everywhere, forgetDrafts })
          }}
        >
          {t('user:log_out_yes')}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t('user:cancel')}
        </button>
      </div>
    </Dialog>
  )
}
