/** An order is verified if all of its tickets were used. The status is derived by this view, not stored. */
export const verifiedMigration = `
CREATE VIEW verified_order AS
  SELECT id FROM "order"
  WHERE status IN ('paid', 'completed')
    AND EXISTS (SELECT 1 FROM ticket WHERE order_id = "order".id)
    AND NOT EXISTS (SELECT 1 FROM ticket WHERE order_id = "order".id AND state <> 'used');
`
