import { waitingFrom } from '#shared/domain/_core/delivery-attempt';
import { hookDelivery } from '#shared/domain/hooks/hook-delivery';
import type { HookDeliveryRepository, WebhookSignatureRepository } from '#shared/ports/hooks';
import { absentOrExpired, expiresAt } from '../_core/expiry.ts';
import { hookDeliveryKey, webhookSignatureKey } from '../_core/keys.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import type { Table } from '../_core/table.ts';
import { waitingRows } from '../_core/waiting-rows.ts';
import { putRow } from '../_core/write-rows.ts';

export function hookDeliveryRepository(table: Table): HookDeliveryRepository {
  const options = { kind: 'HOOK_DELIVERY', title: 'The delivery', keyOf: hookDeliveryKey, schema: hookDelivery };
  const { insertion, ...rows } = waitingRows(table, options);
  return {
    ...rows,
    insert: ({ hookUuid, event }) =>
      plannedWrite([
        insertion({ key: `${hookUuid}/${event.uuid}`, hookUuid, event, ...waitingFrom(table.clock.now()) }),
      ]),
  };
}

export function webhookSignatureRepository(table: Table): WebhookSignatureRepository {
  return {
    accept(item) {
      const key = webhookSignatureKey(item.settingsUuid, item.signature);
      return putRow(table, { ...key, kind: 'SIGNATURE', ...expiresAt(item.expiresAt) }, absentOrExpired(table));
    },
  };
}
