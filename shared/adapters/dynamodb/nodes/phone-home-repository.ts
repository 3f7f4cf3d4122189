import { phoneHome } from '#shared/domain/nodes/phone-home';
import type { PhoneHomeRepository } from '#shared/ports/store';
import { expiresAfter, stillThere } from '../_core/expiry.ts';
import { phoneHomeKey } from '../_core/keys.ts';
import { getRow } from '../_core/read-rows.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';

/** Much longer than a machine may take to boot. After a day a token in user data is useless. */
const KEPT_SECONDS = 24 * 3600;

/** One token for each node. A new one voids the earlier. */
export function phoneHomeRepository(table: Table): PhoneHomeRepository {
  return {
    async put(item) {
      const expiry = expiresAfter(item.created, KEPT_SECONDS);
      await putRow(table, { ...item, ...phoneHomeKey(item.nodeUuid), kind: 'PHONE_HOME', ...expiry });
    },
    async find(nodeUuid) {
      const row = await getRow(table, phoneHomeKey(nodeUuid));
      return row && phoneHome.parse(row);
    },
    take: ({ nodeUuid, tokenHash }) =>
      removeRow(table, phoneHomeKey(nodeUuid), stillThere(table, 'tokenHash', tokenHash)),
    async remove(nodeUuid) {
      await removeRow(table, phoneHomeKey(nodeUuid));
    },
  };
}
