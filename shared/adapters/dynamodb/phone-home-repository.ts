import { phoneHome } from '../../domain/phone-home.ts';
import type { PhoneHomeRepository } from '../../ports/store.ts';
import { expiresAfter, stillThere } from './expiry.ts';
import { phoneHomeKey } from './keys.ts';
import { getRow } from './read-rows.ts';
import type { Table } from './table.ts';
import { putRow, removeRow } from './write-rows.ts';

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
