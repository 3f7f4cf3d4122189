import type { Customer } from '#shared/domain/organizations/customer';
import type { ListedRepository, Scope } from '#shared/ports/store';
import { ageKey, recordKey } from '../_core/keys.ts';
import { CUSTOMERS } from '../_core/kinds.ts';
import { getRows } from '../_core/read-rows.ts';
import { recordRepository } from '../_core/record-repository.ts';
import type { Table } from '../_core/table.ts';

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
