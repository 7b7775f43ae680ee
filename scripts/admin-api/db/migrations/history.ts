import type { SchemaHistory } from '../../../lib/db/migrate.ts'
import { createInitialSchema } from './0001-initial.ts'
import { createSearchTables } from './0002-search.ts'
import { createWriteLocks } from './0003-write-locks.ts'
import { addPaymentPayers } from './0004-payment-payers.ts'
import { createSmsDeliveries } from './0005-sms-deliveries.ts'
import { createUploadLocks } from './0006-upload-locks.ts'
import { createMemberMessages } from './0007-member-messages.ts'
import { createPersonalDataTables } from './0008-personal-data.ts'
import { redefineVerifiedOrders } from './0009-ticket-refunds.ts'
import { createInvoices } from './0010-invoices.ts'
import { createExchanges } from './0011-exchanges.ts'
import { dropOrderTypeCheck } from './0012-order-types.ts'
import { addPackageTerms } from './0013-package-terms.ts'
import { addRefundsByHand } from './0014-refunds-by-hand.ts'
import { createMetricIndexes } from './0015-metric-indexes.ts'
import { createRefundStateIndex } from './0016-refund-states.ts'

/** The schema migrations in order of their names. Never change a released migration. */
export const HISTORY: SchemaHistory = {
  table: 'schema_step',
  steps: {
    '0001-initial': createInitialSchema,
    '0002-search': createSearchTables,
    '0003-write-locks': createWriteLocks,
    '0004-payment-payers': addPaymentPayers,
    '0005-sms-deliveries': createSmsDeliveries,
    '0006-upload-locks': createUploadLocks,
    '0007-member-messages': createMemberMessages,
    '0008-personal-data': createPersonalDataTables,
    '0009-ticket-refunds': redefineVerifiedOrders,
    '0010-invoices': createInvoices,
    '0011-exchanges': createExchanges,
    '0012-order-types': dropOrderTypeCheck,
    '0013-package-terms': addPackageTerms,
    '0014-refunds-by-hand': addRefundsByHand,
    '0015-metric-indexes': createMetricIndexes,
    '0016-refund-states': createRefundStateIndex,
  },
}
