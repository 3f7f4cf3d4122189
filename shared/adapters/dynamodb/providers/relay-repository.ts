import { relay } from '#shared/domain/cluster-api/relays/relay';
import type { RelayRepository } from '#shared/ports/relays';
import { expiresAfter } from '../_core/expiry.ts';
import { providerPartition, RELAY_PREFIX, relayKey } from '../_core/keys.ts';
import { rowsOf } from '../_core/read-rows.ts';
import type { Table } from '../_core/table.ts';
import { putRow } from '../_core/write-rows.ts';

/** A relay that no longer reports stays in the list of relays for a day, so that operators notice it. */
const KEPT_SECONDS = 24 * 3600;

export const relayRepository = (table: Table): RelayRepository => ({
  async put(item) {
    await putRow(table, { ...item, ...relayKey(item), kind: 'RELAY', ...expiresAfter(item.reportedAt, KEPT_SECONDS) });
  },
  async listByProvider(settingsUuid) {
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix: RELAY_PREFIX });
    return rows.map((row) => relay.parse(row));
  },
});
