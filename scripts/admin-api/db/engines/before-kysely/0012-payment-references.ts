/** Providers that give trades numbers of their own are queried by those. */
export const paymentReferencesMigration = `
ALTER TABLE payment_attempt ADD COLUMN reference TEXT;
`
