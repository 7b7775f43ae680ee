import { useState } from 'react'
import type { IslandTexts } from '#i18n/island-areas.ts'
import * as v from 'valibot'
import { CompanyInvoiceSchema, PersonInvoiceSchema, requestInvoice } from '#api/invoice.ts'
import type { Order } from '#api/order.ts'
import { Form } from '#features/forms/Form.tsx'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import { TextField } from '#features/forms/TextField.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { useSubmit } from '#features/forms/use-submit.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { SegmentedControl } from '#features/ui/SegmentedControl.tsx'
import { callApi } from '#stores/client.ts'
import { $profile } from '#stores/profile.ts'

type Kind = 'person' | 'company'

/** The form for a person keeps the tax number that was entered for a company, without sending it. */
const PersonFormSchema = v.object({ ...PersonInvoiceSchema.entries, tax_number: v.string() })

/** The values of the form, shared by both kinds of invoice. */
type Draft = Record<'title' | 'tax_number' | 'email', string | false | null>

export interface InvoiceFormProps {
  order: Order
  t: IslandTexts<'orderInfo'>
  onDone: (order: OrderWithTiming) => void
}

/** The form for requesting an invoice, or changing the request: recipient, tax number and e-mail address. */
export function InvoiceForm(props: InvoiceFormProps) {
  const { t } = props
  const { invoice } = props.order
  const [kind, setKind] = useState<Kind>(
    invoice === null || invoice.tax_number !== null ? 'company' : 'person',
  )
  const [draft, setDraft] = useState<Draft>({
    title: invoice?.title ?? '',
    tax_number: invoice?.tax_number ?? '',
    email: invoice?.email ?? $profile.get()?.email ?? '',
  })
  return (
    <>
      <SegmentedControl
        legend={t('order_info:invoice_kind')}
        name="invoice-kind"
        options={[
          { value: 'company', label: t('order_info:invoice_company') },
          { value: 'person', label: t('order_info:invoice_person') },
        ]}
        value={kind}
        onChange={setKind}
      />
      <Fields key={kind} kind={kind} draft={draft} onDraft={setDraft} {...props} />
    </>
  )
}

interface FieldsProps extends InvoiceFormProps {
  kind: Kind
  draft: Draft
  /** Stores the input, so that it is kept when the kind changes. */
  onDraft: (draft: Draft) => void
}

function Fields({ kind, draft, onDraft, order, t, onDone }: FieldsProps) {
  const isCompany = kind === 'company'
  const form = useForm(isCompany ? CompanyInvoiceSchema : PersonFormSchema, {
    t,
    defaults: draft,
    labels: {
      title: t(`order_info:invoice_${kind}_title`),
      ...(isCompany && { tax_number: t('order_info:invoice_tax_number') }),
      email: t('order_info:invoice_email'),
    },
  })
  const submission = useSubmit(form, {
    send: ({ title, tax_number, email }) => {
      const invoice = isCompany
        ? { kind: 'company' as const, title, tax_number, email }
        : { kind: 'person' as const, title, email }
      const body = { order_no: order.order_no, invoice }
      return recordTiming(() => callApi(requestInvoice, { body }))
    },
    onDone,
  })
  return (
    <Form form={form} onSubmit={submission.submit} label={t('order_info:invoice')}>
      <div className="invoice-fields" onBlur={() => onDraft(form.values())}>
        <TextField
          {...form.field('title')}
          autoComplete={isCompany ? 'organization' : 'name'}
          maxLength={100}
        />
        {isCompany && (
          <TextField
            {...form.field('tax_number')}
            hint={t('order_info:invoice_tax_hint')}
            autoComplete="off"
            maxLength={30}
          />
        )}
        <TextField {...form.field('email')} type="email" autoComplete="email" maxLength={254} />
      </div>
      <SubmitNotice submission={submission} t={t} />
      <div className="dialog-actions">
        <SubmitButton submission={submission} t={t}>
          {t('order_info:invoice_yes')}
        </SubmitButton>
      </div>
    </Form>
  )
}
