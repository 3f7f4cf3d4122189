import { isValidAt } from '#shared/domain/_core/record';
import { type RoleGrant, roleGrant } from '#shared/domain/organizations/role';
import { Conflict } from '#shared/errors';
import type { RoleGrantRepository } from '#shared/ports/store';
import { ENDING_GRANTS, grantKey, grantsOfScope } from '../_core/keys.ts';
import { changedMeanwhile } from '../_core/kind.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { getRow, pagesOf, rowsOf } from '../_core/read-rows.ts';
import type { Row, Table } from '../_core/table.ts';
import type { Condition } from '../_core/write-rows.ts';

const keyOf = ({ userUuid, scopeUuid, role }: RoleGrant) => grantKey(userUuid, scopeUuid, role);

/** A grant with an end is also in the index of all, by its end. Not in `lookup`, which finds the users of a scope. */
const grantRow = (item: RoleGrant): Row => ({
  ...item,
  ...keyOf(item),
  kind: 'GRANT',
  lookupPk: grantsOfScope(item.scopeUuid),
  lookupSk: `${item.created}#${item.userUuid}#${item.role}`,
  ...(item.expiresAt && { allPk: ENDING_GRANTS, listSk: `${item.expiresAt}#${item.userUuid}#${item.scopeUuid}` }),
});

const changed = changedMeanwhile('The role');

/** The grant that was read: with the same start and end. */
const asRead = ({ created, expiresAt }: RoleGrant): Condition => ({
  expression: `#created = :created AND ${expiresAt ? '#expiresAt = :expiresAt' : 'attribute_not_exists(#expiresAt)'}`,
  names: { '#created': 'created', '#expiresAt': 'expiresAt' },
  values: { ':created': created, ...(expiresAt && { ':expiresAt': expiresAt }) },
});

const absentOrEnded = ({ clock }: Table): Condition => ({
  expression: 'attribute_not_exists(#pk) OR #expiresAt <= :now',
  names: { '#pk': 'pk', '#expiresAt': 'expiresAt' },
  values: { ':now': clock.now().toISOString() },
});

/**
 * A user's grants decide about permissions, so they are read from the user's partition, strongly consistent: a removed
 * role has no effect on the next request. Expired grants are left out, can be given again, and wait for their removal.
 * DynamoDB does not expire them, because their users get an e-mail.
 */
export function roleGrantRepository(table: Table): RoleGrantRepository {
  const holding = (rows: readonly Row[]) =>
    rows.map((row) => roleGrant.parse(row)).filter((grant) => isValidAt(grant, table.clock.now()));
  return {
    async find(userUuid, scopeUuid, role) {
      const row = await getRow(table, grantKey(userUuid, scopeUuid, role));
      return holding(row ? [row] : [])[0];
    },
    listByScope: async (scopeUuid) =>
      holding(await rowsOf(table, { index: 'lookup', partition: grantsOfScope(scopeUuid) })),
    async listEnded(at, limit) {
      for await (const page of pagesOf(table, { index: 'all', partition: ENDING_GRANTS, limit })) {
        return page.map((row) => roleGrant.parse(row)).filter((grant) => !isValidAt(grant, at));
      }
      return [];
    },
    insert: (item) =>
      plannedWrite([
        {
          key: keyOf(item),
          row: grantRow(item),
          condition: absentOrEnded(table),
          refused: () => new Conflict('The user has this role already.'),
        },
      ]),
    replace: (before, item) =>
      plannedWrite([
        {
          key: keyOf(item),
          row: grantRow(item),
          before: grantRow(before),
          condition: asRead(before),
          refused: changed,
        },
      ]),
    remove: (item) =>
      plannedWrite([{ key: keyOf(item), before: grantRow(item), condition: asRead(item), refused: changed }]),
  };
}
