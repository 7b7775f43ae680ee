import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { memberLine } from './member-text.ts'
import { OrderNumberSchema, OrderSchema } from './order.ts'
import { EmailSchema } from './primitives.ts'
import { TaxNumberSchema } from './tax-number.ts'

/** Names on invoices have at most 100 characters. */
const title = memberLine({ min: 1, max: 100 })

/** An invoice to a person, or to a body that has no tax number. */
export const PersonInvoiceSchema = v.object({ title, email: EmailSchema })
export const CompanyInvoiceSchema = v.object({
  title,
  tax_number: TaxNumberSchema,
  email: EmailSchema,
})

/** Requests the invoice of a paid order, or changes the request until it is issued. */
export const requestInvoice = defineEndpoint('POST', '/api/order/invoice', {
  login: 'required',
  body: v.object({
    order_no: OrderNumberSchema,
    invoice: v.variant('kind', [
      v.object({ kind: v.literal('person'), ...PersonInvoiceSchema.entries }),
      v.object({ kind: v.literal('company'), ...CompanyInvoiceSchema.entries }),
    ]),
  }),
  data: OrderSchema,
})
