import { lazy, Suspense, useState, type MouseEvent } from 'react'
import { Checkbox } from '#islands/forms/Checkbox.tsx'
import type { FieldBinding } from '#islands/forms/use-form.ts'
import type { House, LoginTexts } from './texts.ts'

const DocumentDialog = lazy(() =>
  import('./DocumentDialog.tsx').then((module) => ({ default: module.DocumentDialog })),
)

interface Props {
  binding: FieldBinding
  house: House
  t: LoginTexts
}

/** Consent, never ticked beforehand; both documents open in place, so that nothing typed is lost. */
export function Consent({ binding, house, t }: Props) {
  const [shown, setShown] = useState<{ title: string; src: string } | null>(null)

  function link(title: string, src: string) {
    const open = (event: MouseEvent): void => {
      // Other kinds of files, and clicks with a key held, are the browser's business.
      if (!/\.html?$/.test(src) || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      setShown({ title, src })
    }
    return (
      <a href={src} target="_blank" rel="noopener" onClick={open}>
        {title}
      </a>
    )
  }

  return (
    <>
      <Checkbox {...binding}>
        {t('login:agree_1')} {link(t('login:agreement'), house.agreement)} {t('login:agree_and')}{' '}
        {link(t('login:policy'), house.policy)}
      </Checkbox>
      {shown && (
        <Suspense>
          <DocumentDialog {...shown} t={t} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
