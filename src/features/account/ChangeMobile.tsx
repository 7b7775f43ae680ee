import type { IslandTexts } from '#i18n/island-areas.ts'
import { Suspense, useState } from 'react'
import { ChangeMobileDialog } from './editors.ts'
import '#features/ui/row-button.css'

interface Props {
  /** The account's current number. */
  mobile: string
  t: IslandTexts<'user'>
}

/** A button that opens the dialog for changing the phone number. */
export function ChangeMobile(props: Props) {
  const { t } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="row-button"
        aria-label={t('user:edit_of', { label: t('user:mobile') })}
        onClick={() => setOpen(true)}
      >
        {t('user:edit')}
      </button>
      {isOpen && (
        <Suspense>
          <ChangeMobileDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
