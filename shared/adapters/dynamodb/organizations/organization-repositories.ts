import { isValidAt } from '#shared/domain/_core/record';
import type { Customer } from '#shared/domain/organizations/customer';
import { type RoleGrant, roleGrant } from '#shared/domain/organizations/role';
import { Conflict, noObject } from '#shared/errors';
import type { ListedRepository, ProjectRepository, RoleGrantRepository, Scope } from '#shared/ports/store';
import { CLOSED, OPEN, totalKeys, totalsIn } from '../_core/counters/counters.ts';
import { ageKey, ENDING_GRANTS, grantKey, grantsOfScope, projectScope, recordKey } from '../_core/keys.ts';
import { changedMeanwhile } from '../_core/kind.ts';
import { CUSTOMERS, PROJECTS } from '../_core/kinds.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { getRow, getRows, pagesOf, rowsOf } from '../_core/read-rows.ts';
import { recordRepository } from '../_core/record-repository.ts';
import type { Row, Table } from '../_core/table.ts';
import { addToRow, type Condition } from '../_core/write-rows.ts';

const keyOf = ({ userUuid, scopeUuid, role }: RoleGrant) => grantKey(userUuid, scopeUuid, role);

/**
 * The row of a grant. A grant with an end is also in the index `all`, sorted by that end. The index `lookup` cannot
 * sort by the end, because it sorts the grants of each scope by their creation.
 */
const grantRow = (item: RoleGrant): Row => ({
  ...item,
  ...keyOf(item),
  kind: 'GRANT',
  lookupPk: grantsOfScope(item.scopeUuid),
  lookupSk: `${item.created}#${item.userUuid}#${item.role}`,
  ...(item.expiresAt && { allPk: ENDING_GRANTS, listSk: `${item.expiresAt}#${item.userUuid}#${item.scopeUuid}` }),
});

const changed = changedMeanwhile('The role');

/** Condition that the grant still has the start and end that were read. */
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
 * Grants decide about permissions. Reads from the user's partition are strongly consistent, so that a removed role has
 * no effect on the next request. Expired grants are left out, and the same role can be granted again. The rows have no
 * TTL, because a job removes expired grants and sends the users an e-mail.
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

/**
 * Projects. Every addition to a project changes one of the project's counter rows. `close` marks all counter rows of
 * the project as closed. Additions are then refused until `reopen`.
 */
export function projectRepository(table: Table): ProjectRepository {
  const rowsOf = (uuid: string) => totalKeys([projectScope(uuid)]);
  const mark = async (uuid: string, closed: 0 | 1): Promise<void> => {
    for (const key of rowsOf(uuid)) await addToRow(table, key, PROJECTS.name, 0, { [CLOSED]: closed });
  };
  return {
    ...recordRepository(table, PROJECTS),
    close: (uuid) => mark(uuid, 1),
    reopen: (uuid) => mark(uuid, 0),
    async totals(uuid) {
      const rows = await getRows(table, rowsOf(uuid));
      const totalOf = (kind: 'RESOURCE' | 'TENANT') => totalsIn(rows, kind)(projectScope(uuid));
      return { resources: totalOf('RESOURCE'), tenants: totalOf('TENANT') };
    },
    assertOpen: (uuid, field) =>
      plannedWrite(
        rowsOf(uuid)
          .slice(0, 1)
          .map((key) => ({ key, isCheck: true, condition: OPEN, refused: () => noObject(field) })),
      ),
  };
}

/**
 * The customers that a scope names. Undefined if the scope covers all customers. Empty for the scope of a project,
 * because a project contains no customers.
 */
function namedIn({ visibility, customerUuid, projectUuid }: Scope): string[] | undefined {
  if (projectUuid !== undefined) return [];
  if (visibility === 'all') return customerUuid === undefined ? undefined : [customerUuid];
  return [...new Set(visibility.customers)].filter((uuid) => customerUuid === undefined || uuid === customerUuid);
}

/**
 * Customers. Most callers have roles in a few customers, so only these customers are read, by key. A user with a role
 * in a project also sees the project's customer. The calling code adds that customer to `visibility.customers`.
 */
export function customerRepository(table: Table): ListedRepository<Customer> {
  const records = recordRepository(table, CUSTOMERS);
  return {
    ...records,
    async list(scope, page, matches) {
      const uuids = namedIn(scope);
      if (!uuids) return records.list(scope, page, matches);
      const rows = await getRows(
        table,
        uuids.map((uuid) => recordKey('CUSTOMER', uuid)),
      );
      const items = rows.map((row) => CUSTOMERS.schema.parse(row)).filter((item) => !matches || matches(item));
      items.sort((a, b) => (ageKey(a) < ageKey(b) ? 1 : -1));
      return { items: items.slice((page.page - 1) * page.pageSize, page.page * page.pageSize), total: items.length };
    },
  };
}
