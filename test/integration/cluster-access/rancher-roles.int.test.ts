import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { aRoleTemplate } from '#test/builders/access-builders';
import { accessBedPerFile, isRead } from './access-bed.ts';

const bed = await accessBedPerFile();
const { store, clock, provider } = bed;
const pass = () => bed.pass('sync_rancher_roles');
beforeEach(() => {
  bed.asked.length = 0;
});
const recorded = () => store.roleTemplates.listByProvider(provider.uuid);

const authorization = () => {
  const { username, password } = bed.rancher.backend.key;
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
};
/** Sends a request for a role to Rancher. Returns the role's id. */
async function ask(method: string, below: string, body?: object): Promise<string> {
  const { url } = bed.rancher.backend;
  const answer = await fetch(`${url}/v3/roletemplates${below}`, {
    method,
    headers: {
      ...authorization(),
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}
const newRole = (name: string) => ask('POST', '', { name, context: 'cluster' });

describe('a pass over roles', () => {
  test('lists Rancher’s, a new one too, in one request, and writes nothing when they are known (S0-142)', async () => {
    await pass();
    expect(await recorded()).toContainEqual(
      expect.objectContaining({ scopeType: 'cluster', name: 'cluster-owner', displayName: 'Cluster Owner' }),
    );
    const id = await newRole('Backup operator');
    expect(await pass()).toMatchObject({ written: 1 });
    expect(await recorded()).toContainEqual(expect.objectContaining({ name: id, displayName: 'Backup operator' }));
    bed.asked.length = 0;
    expect(await pass()).toEqual({ written: 0, removed: 0, failed: 0 });
    expect(bed.asked).toEqual(['GET listRoleTemplates']);
    expect(bed.asked.filter((it) => !isRead(it))).toEqual([]);
  });

  test('follows a name', async () => {
    const role = (await recorded()).find(({ name }) => name === 'cluster-member') ?? expect.fail('it is there');
    await store.commit(store.roleTemplates.replace(changed(role, clock.now(), { displayName: 'Old name' })));
    await pass();
    expect(await recorded()).toContainEqual(
      expect.objectContaining({ name: role.name, displayName: 'Cluster Member' }),
    );
  });

  test('removes a role that was missing twice, and one that groups hang on not before those are gone', async () => {
    const [gone, used] = [await newRole('Gone'), await newRole('Used')];
    await pass();
    const role = (await recorded()).find(({ name }) => name === used) ?? expect.fail('it is there');
    const group = await bed.group(await bed.cluster(), used, { roleUuid: role.uuid });
    for (const id of [gone, used]) await ask('DELETE', `/${id}`);
    const names = async () => (await recorded()).map(({ name }) => name).filter((name) => [gone, used].includes(name));
    await pass();
    expect((await names()).sort()).toEqual([gone, used].sort());
    await pass();
    expect(await names()).toEqual([used]);
    await store.commit(store.keycloakGroups.remove(await store.keycloakGroups.get({ ...group })));
    await pass();
    await pass();
    expect(await names()).toEqual([]);
  });

  test('does not believe a list that lacks most of them, however often it comes', async () => {
    await pass();
    const length = (await recorded()).length + 10;
    const foreign = Array.from({ length }, (_, index) =>
      aRoleTemplate({ settingsUuid: provider.uuid, name: `lost-${index}` }),
    );
    for (const role of foreign) await store.commit(store.roleTemplates.insert(role));
    await pass();
    expect(await pass()).toMatchObject({ removed: 0, stopped: { removals: length } });
    expect((await recorded()).filter(({ name }) => name.startsWith('lost-'))).toHaveLength(length);
  });
});
