import type { WebhookSignatureRepository } from '../../ports/store.ts';
import { absentOrExpired, expiresAt } from './expiry.ts';
import { webhookSignatureKey } from './keys.ts';
import type { Table } from './table.ts';
import { putRow } from './write-rows.ts';

export function webhookSignatureRepository(table: Table): WebhookSignatureRepository {
  return {
    accept(item) {
      const key = webhookSignatureKey(item.settingsUuid, item.signature);
      return putRow(table, { ...key, kind: 'SIGNATURE', ...expiresAt(item.expiresAt) }, absentOrExpired(table));
    },
  };
}
