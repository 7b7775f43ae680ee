import { useState, type ReactNode } from 'react'
import type { IslandTexts } from '#i18n/island-areas.ts'
import type * as v from 'valibot'
import { CompanyInvoiceSchema, PersonInvoiceSchema, requestInvoice } from '#api/invoice.ts'
import type { Order } from '#api/order.ts'
import { Form } from '#features/forms/Form.tsx'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import { TextField } from '#features/forms/TextField.tsx'
import { useForm, type AnyForm } from '#features/forms/use-form.ts'
import { useSubmit, type Submission } from '#features/forms/use-submit.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { SegmentedControl } from '#features/ui/SegmentedControl.tsx'
import { callApi } from '#stores/client.ts'

type Kind = 'person' | 'company'
type InvoiceRequest = v.InferInput<typeof requestInvoice.body>['invoice']

/** Requests the invoice of an order, or changes an earlier request. */
const requestInvoiceOf = ({ order_no }: Order, invoice: InvoiceRequest) =>
  recordTiming(() => callApi(requestInvoice, { body: { order_no, invoice } }))

/** The values of the form, shared by both kinds of invoice. */
interface Draft {
  title: string
  tax_number: string
  email: string
}

export interface InvoiceFormProps {
  order: Order
  t: IslandTexts<'orderInfo'>
  onDone: (order: OrderWithTiming) => void
}

/** The form for requesting an invoice: recipient, tax number and e-mail address. */
export function InvoiceForm({ order, t, onDone }: InvoiceFormProps) {
  const { invoice } = order
  const [kind, setKind] = useState<Kind>(
    invoice === null || invoice.tax_number !== null ? 'company' : 'person',
  )
  const [draft, setDraft] = useState<Draft>({
    title: invoice?.title ?? '',
    tax_number: invoice?.tax_number ?? '',
    email: invoice?.email ?? '',
  })
  const Fields = kind === 'company' ? CompanyFields : PersonFields
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
      <Fields
        order={order}
        t={t}
        onDone={onDone}
        draft={draft}
        onDraft={(change) => setDraft((now) => ({ ...now, ...change }))}
      />
    </>
  )
}

interface FieldsProps extends InvoiceFormProps {
  draft: Draft
  /** Stores the input, so that it is kept when the kind changes. */
  onDraft: (change: Partial<Draft>) => void
}

function CompanyFields({ order, t, draft, onDone, onDraft }: FieldsProps) {
  const form = useForm(CompanyInvoiceSchema, {
    t,
    defaults: draft,
    labels: {
      title: t('order_info:invoice_company_title'),
      tax_number: t('order_info:invoice_tax_number'),
      email: t('order_info:invoice_email'),
    },
  })
  const submission = useSubmit(form, {
    send: (values) => requestInvoiceOf(order, { kind: 'company', ...values }),
    onDone,
  })
  return (
    <Frame form={form} submission={submission} onBlur={() => onDraft(toDraft(form.values()))} t={t}>
      <TextField {...form.field('title')} autoComplete="organization" maxLength={100} />
      <TextField
        {...form.field('tax_number')}
        hint={t('order_info:invoice_tax_hint')}
        autoComplete="off"
        maxLength={30}
      />
      <TextField {...form.field('email')} type="email" autoComplete="email" maxLength={254} />
    </Frame>
  )
}

function PersonFields({ order, t, draft, onDone, onDraft }: FieldsProps) {
  const form = useForm(PersonInvoiceSchema, {
    t,
    defaults: { title: draft.title, email: draft.email },
    labels: { title: t('order_info:invoice_person_title'), email: t('order_info:invoice_email') },
  })
  const submission = useSubmit(form, {
    send: (values) => requestInvoiceOf(order, { kind: 'person', ...values }),
    onDone,
  })
  return (
    <Frame form={form} submission={submission} onBlur={() => onDraft(toDraft(form.values()))} t={t}>
      <TextField {...form.field('title')} autoComplete="name" maxLength={100} />
      <TextField {...form.field('email')} type="email" autoComplete="email" maxLength={254} />
    </Frame>
  )
}

interface FrameProps extends Pick<InvoiceFormProps, 't'> {
  form: AnyForm
  submission: Submission
  onBlur: () => void
  children: ReactNode
}

/** The layout of the form, shared by both kinds. */
function Frame({ form, submission, onBlur, children, t }: FrameProps) {
  return (
    <Form form={form} onSubmit={submission.submit} label={t('order_info:invoice')}>
      <div className="invoice-fields" onBlur={onBlur}>
        {children}
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

/** Form values with empty ones as empty strings. */
const toDraft = (values: Record<string, string | false | null>): Partial<Draft> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || '']))
