import type { Customer } from '#shared/domain/organizations/customer';
import { noObject } from '#shared/errors';
import type { ListedRepository, ProjectRepository, Scope } from '#shared/ports/store';
import { CLOSED, OPEN, totalKeys, totalsIn } from '../_core/counters/counters.ts';
import { ageKey, projectScope, recordKey } from '../_core/keys.ts';
import { CUSTOMERS, PROJECTS } from '../_core/kinds.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { getRows } from '../_core/read-rows.ts';
import { recordRepository } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';
import { addToRow } from '../_core/write-rows.ts';

/** Additions to a project change one of its total rows, and are refused there once all of them are closed. */
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

/** The customers that a scope names; undefined when it covers all. A customer is in no project. */
function namedIn({ visibility, customerUuid, projectUuid }: Scope): string[] | undefined {
  if (projectUuid !== undefined) return [];
  if (visibility === 'all') return customerUuid === undefined ? undefined : [customerUuid];
  return [...new Set(visibility.customers)].filter((uuid) => customerUuid === undefined || uuid === customerUuid);
}

/**
 * Callers who do not see everything know the uuids of their customers, so these are read by key. A role in a project
 * shows its customer, too: the caller adds the project's customer to `visibility.customers`.
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
