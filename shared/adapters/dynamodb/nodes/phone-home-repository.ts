import { phoneHome } from '#shared/domain/nodes/phone-home';
import type { PhoneHomeRepository } from '#shared/ports/store';
import { expiresAfter, stillThere } from '../_core/expiry.ts';
import { phoneHomeKey } from '../_core/keys.ts';
import { getRow } from '../_core/read-rows.ts';
import type { Table } from '../_core/table.ts';
import { putRow, removeRow } from '../_core/write-rows.ts';

/** Well over the time that a machine is given to boot; after a day a token left in user data is worth nothing. */
const KEPT_SECONDS = 24 * 3600;

/** One token per node; putting another one voids the first. */
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
