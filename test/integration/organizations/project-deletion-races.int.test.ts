import { describe, expect, test } from 'vitest';
import type { Store } from '#shared/ports/store';
import { aProject, aResource, aTenant } from '#test/builders/builders';
import { managedStockPerTest, type OpenedManaged } from '../_worlds/managed-stock.ts';

let opened: OpenedManaged;
managedStockPerTest((given) => {
  opened = given;
});

const ACTIVE = 'Project contains active resources. Please remove them before deleting project.';
const GONE = { project: ['Invalid hyperlink - Object does not exist.'] };
const path = () => `projects/${opened.market.projectUuid}/`;
const remove = () => opened.market.ask('DELETE', path(), opened.market.people.owner);
const place = (name = 'prod') => opened.stock.ask({ name });

/** Runs `rival` once, just before the first call of the store's method `what`. So the rival's write comes first. */
function rivalling<K extends 'commit' | 'close'>(what: K, rival: () => Promise<unknown>): void {
  const { store } = opened.market;
  const at = what === 'commit' ? store : store.projects;
  const own = { commit: store.commit, close: store.projects.close };
  const once =
    <A extends unknown[]>(call: (...args: A) => Promise<void>) =>
    async (...args: A) => {
      Object.assign(at, { [what]: own[what] });
      await rival();
      return call(...args);
    };
  Object.assign(at, { [what]: what === 'commit' ? once(own.commit) : once(own.close) });
}
const newest = { page: 1, pageSize: 10 };
const listed = async (repository: Pick<Store['orders'], 'list'>) =>
  (await repository.list({ visibility: 'all', projectUuid: opened.market.projectUuid }, newest)).items;

describe('an order and the deletion of its project at the same moment', () => {
  test('the order is first: the project stays, and takes other orders', async () => {
    rivalling('close', place);
    expect(await remove()).toMatchObject({ status: 400, body: [ACTIVE] });
    expect((await opened.market.ask('GET', path(), opened.market.people.owner)).status).toBe(200);
    expect(await listed(opened.market.store.orders)).toHaveLength(1);
    expect((await place('next')).status).toBe(201);
  });

  test('the order is first, and no index has it yet: the project stays all the same', async () => {
    const { store } = opened.market;
    const { list } = store.resources;
    rivalling('close', async () => {
      expect((await place()).status).toBe(201);
      store.resources.list = async () => ({ items: [], total: 0 });
    });
    expect(await remove()).toMatchObject({ status: 400, body: [ACTIVE] });
    store.resources.list = list;
    expect((await place('next')).status).toBe(201);
  });

  test('the deletion is first: the order is refused, and leaves nothing', async () => {
    rivalling('commit', async () => expect((await remove()).status).toBe(204));
    expect(await place()).toMatchObject({ status: 400, body: GONE });
    expect(await listed(opened.market.store.orders)).toEqual([]);
    const { items } = await opened.market.store.projects.list({ visibility: 'all' }, newest);
    expect(items.filter(({ name }) => name.includes(' / '))).toEqual([]);
  });

  test('whoever is first, never both', async () => {
    const [deletion, ...orders] = await Promise.all([remove(), place('a'), place('b'), place('c')]);
    const placed = orders.filter(({ status }) => status === 201).length;
    const isThere = (await opened.market.ask('GET', path(), opened.market.people.owner)).status === 200;
    expect({ isThere, deleted: deletion.status === 204 }).toEqual({
      isThere: !(deletion.status === 204),
      deleted: !isThere,
    });
    if (!isThere) expect([placed, await listed(opened.market.store.orders)]).toEqual([0, []]);
  });

  test('a deletion that was cut short is finished by the next; meanwhile the project is as good as gone for orders', async () => {
    await opened.market.store.projects.close(opened.market.projectUuid);
    expect(await place()).toMatchObject({ status: 400, body: GONE });
    expect((await remove()).status).toBe(204);
  });
});

describe('a project that is being deleted', () => {
  test('takes no tenant, and no machines of another project’s cluster', async () => {
    const { store, customerUuid } = opened.market;
    const closed = aProject({ customerUuid });
    await store.commit(store.projects.insert(closed));
    await store.projects.close(closed.uuid);
    const gone = (field: string) => ({ name: 'Invalid', body: { [field]: GONE.project } });
    const tenant = aTenant({ customerUuid, projectUuid: closed.uuid });
    await expect(store.commit(store.tenants.insert(tenant))).rejects.toMatchObject(gone('project'));
    const machines = () =>
      store.commit(
        store.resources.insert(aResource({ customerUuid })),
        store.projects.assertOpen(closed.uuid, 'vm_project'),
      );
    await expect(machines()).rejects.toMatchObject(gone('vm_project'));
    await store.projects.reopen(closed.uuid);
    await machines();
    await store.commit(store.tenants.insert(tenant));
    expect(await store.projects.totals(closed.uuid)).toEqual({ resources: 0, tenants: 1 });
  });
});
