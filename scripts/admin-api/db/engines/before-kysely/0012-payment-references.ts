/** The provider's own transaction number, for queries to providers that assign one. */
export const paymentReferencesMigration = `
ALTER TABLE payment_attempt ADD COLUMN reference TEXT;
`
