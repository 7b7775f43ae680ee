import { Dialog } from '#features/ui/Dialog.tsx'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { loadProfile } from '#stores/load-profile.ts'
import { $profile } from '#stores/profile.ts'
import type { InvoiceFormProps } from './InvoiceForm.tsx'

// A chunk of its own, so that the dialog opens before the form library and the member's e-mail address have loaded.
const InvoiceForm = lazyWithRetry(async () => {
  const [{ InvoiceForm: form }] = await Promise.all([
    import('./InvoiceForm.tsx'),
    $profile.get() ?? loadProfile().catch(() => null),
  ])
  return form
})

interface Props extends InvoiceFormProps {
  title: string
  onClose: () => void
}

/** Dialog for requesting the invoice of an order or changing the request. */
export function InvoiceDialog({ title, onClose, ...form }: Props) {
  const { t } = form
  return (
    <Dialog title={title} closeLabel={t('order:close')} onClose={onClose}>
      <p className="dialog-text">{t('order_info:invoice_text')}</p>
      <InvoiceForm {...form} />
    </Dialog>
  )
}
