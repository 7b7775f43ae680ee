/** Payments inside a provider's app are for one payer. */
export const paymentPayersMigration = `
ALTER TABLE payment_attempt ADD COLUMN payer TEXT;
`
