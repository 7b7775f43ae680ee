import { useState } from 'react'
import { exportData, type Deletion } from '#api/personal-data.ts'
import { useIdentity } from '#features/auth/code/use-identity.tsx'
import type { IslandPart } from '#i18n/island-areas.ts'
import { CallFailure } from '#features/ui/CallFailure.tsx'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import type { Load } from '#features/ui/use-load.ts'
import { callApi } from '#stores/client.ts'
import { ListSkeleton } from '../Skeletons.tsx'
import { DeleteAccountDialog } from '../editors.ts'
import { useAction } from '#features/forms/use-action.ts'
import './your-data.css'

interface Props extends IslandPart<'user'> {
  /** The phone number of the account. */
  mobile: string
  state: Load<Deletion>
  retry: () => void
}

/** Download of everything stored about the member, and deletion of the account. */
export function YourData({ mobile, state, retry, locale, t }: Props) {
  const { withIdentity, dialog } = useIdentity(mobile, t)
  const [isDeleting, setDeleting] = useState(false)
  const download = useAction(t)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <ListSkeleton rows={1} />
  const deletion = state.data
  return (
    <div className="your-data">
      <div>
        <p>{t('user:data_text')}</p>
        <button
          type="button"
          className="button button-quiet"
          aria-busy={download.isBusy || undefined}
          onClick={() =>
            void download.run(
              () => withIdentity(() => callApi(exportData)),
              ({ url }) => location.assign(url),
            )
          }
        >
          {t(download.isBusy ? 'user:data_preparing' : 'user:data_download')}
        </button>
        <CallFailure reason={download.error} />
      </div>
      <div>
        <p>{t('user:deletion_text', { days: deletion.cooling_off_days })}</p>
        <button type="button" className="button button-quiet" onClick={() => setDeleting(true)}>
          {t('user:deletion_start')}
        </button>
      </div>
      {isDeleting && (
        <DeleteAccountDialog
          deletion={deletion}
          withIdentity={withIdentity}
          locale={locale}
          t={t}
          onClose={() => setDeleting(false)}
        />
      )}
      {dialog}
    </div>
  )
}
