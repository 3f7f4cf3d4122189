import type { WebhookSignatureRepository } from '#shared/ports/store';
import { absentOrExpired, expiresAt } from '../_core/expiry.ts';
import { webhookSignatureKey } from '../_core/keys.ts';
import type { Table } from '../_core/table.ts';
import { putRow } from '../_core/write-rows.ts';

export function webhookSignatureRepository(table: Table): WebhookSignatureRepository {
  return {
    accept(item) {
      const key = webhookSignatureKey(item.settingsUuid, item.signature);
      return putRow(table, { ...key, kind: 'SIGNATURE', ...expiresAt(item.expiresAt) }, absentOrExpired(table));
    },
  };
}
