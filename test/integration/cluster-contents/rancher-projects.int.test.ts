import { expect, test } from 'vitest';
import { z } from 'zod';
import { aRancherProject } from '#test/builders/access-builders';
import { aCluster, aUuid } from '#test/builders/builders';
import { ORIGIN, type Person } from '../_worlds/api-under-test.ts';
import { openMarket } from '../_worlds/market.ts';

const market = await openMarket();
const { store, customerUuid, projectUuid, people } = market;
const given = { customerUuid, projectUuid, backendId: 'c-m-here0000' };
const [here, beside, elsewhere] = [
  aCluster({ ...given, name: 'here' }),
  aCluster({ ...given, name: 'beside' }),
  aCluster({ name: 'elsewhere' }),
] as const;
const namespace = { uuid: aUuid(), name: 'reports' };
const analytics = aRancherProject(here, { name: 'analytics', description: 'by hand', namespaces: [namespace] });
const others = [aRancherProject(here), aRancherProject(beside), aRancherProject(elsewhere)];
for (const project of [analytics, ...others]) await store.commit(store.rancherProjects.insert(project));

const listed = z.array(z.object({ name: z.string(), cluster_name: z.string() }));
async function list(query = '', person: Person = people.member): Promise<string[]> {
  const { body } = await market.ask('GET', `rancher-projects/${query}`, person);
  return listed
    .parse(body)
    .map((it) => `${it.cluster_name}/${it.name}`)
    .sort();
}

test('projects in Rancher are shown with Waldur’s fields (S0-040, S0-062)', async () => {
  const url = `${ORIGIN}/api/rancher-projects/${analytics.uuid}/`;
  expect((await market.ask('GET', url, people.member)).body).toEqual({
    ...{ url, uuid: analytics.uuid, name: 'analytics', description: 'by hand', runtime_state: 'active' },
    ...{ created: analytics.created, modified: analytics.modified, backend_id: analytics.backendId },
    ...{ cluster: `${ORIGIN}/api/rancher-clusters/${here.uuid}/`, cluster_uuid: here.uuid, cluster_name: 'here' },
    namespaces: [{ url: `${ORIGIN}/api/rancher-namespaces/${namespace.uuid}/`, ...namespace }],
  });
});

test('callers list those of the clusters that they see, narrowed by cluster and name', async () => {
  const own = ['beside/Default', 'here/Default', 'here/analytics'];
  expect(await list()).toEqual(own);
  expect(await list(`?cluster_uuid=${here.uuid}`)).toEqual(['here/Default', 'here/analytics']);
  expect(await list('?name=anal')).toEqual(['here/analytics']);
  expect(await list('', people.staff)).toEqual([...own, 'elsewhere/Default'].sort());
  expect((await market.ask('GET', `rancher-projects/${aUuid()}/`, people.member)).status).toBe(404);
  expect((await market.ask('GET', `rancher-projects/${others[2]?.uuid}/`, people.member)).status).toBe(404);
});
