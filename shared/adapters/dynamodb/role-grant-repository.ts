import { type RoleGrant, roleGrant } from '../../domain/role.ts';
import { Conflict } from '../../errors.ts';
import type { RoleGrantRepository } from '../../ports/store.ts';
import { absentOrExpired, expiresAt } from './expiry.ts';
import { grantKey, grantsOfScope } from './keys.ts';
import { changedMeanwhile } from './kind.ts';
import { plannedWrite } from './planned-write.ts';
import { rowsOf } from './read-rows.ts';
import type { Row, Table } from './table.ts';
import { PRESENT } from './write-rows.ts';

const keyOf = ({ userUuid, scopeUuid, role }: RoleGrant) => grantKey(userUuid, scopeUuid, role);

const grantRow = (item: RoleGrant): Row => ({
  ...item,
  ...keyOf(item),
  kind: 'GRANT',
  lookupPk: grantsOfScope(item.scopeUuid),
  lookupSk: `${item.created}#${item.userUuid}#${item.role}`,
  ...(item.expiresAt && expiresAt(item.expiresAt)),
});

/**
 * A user's grants decide what he may do, so they are read from his own partition, strongly consistent: a role taken away
 * is gone with the next request. Grants that have expired are not there, and may be given anew.
 */
export function roleGrantRepository(table: Table): RoleGrantRepository {
  const parsed = (rows: readonly Row[]) => rows.map((row) => roleGrant.parse(row));
  return {
    listByScope: async (scopeUuid) =>
      parsed(await rowsOf(table, { index: 'lookup', partition: grantsOfScope(scopeUuid) })),
    insert: (item) =>
      plannedWrite([
        {
          key: keyOf(item),
          row: grantRow(item),
          condition: absentOrExpired(table),
          refused: () => new Conflict('The user has this role already.'),
        },
      ]),
    remove: (item) => plannedWrite([{ key: keyOf(item), condition: PRESENT, refused: changedMeanwhile('The role') }]),
  };
}
