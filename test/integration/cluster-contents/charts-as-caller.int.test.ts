import { subscribe } from 'node:diagnostics_channel';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listClusterAccess } from '#shared/app/cluster-access/cluster-access';
import { beginApp, ensureNamespace } from '#shared/app/cluster-contents/steps/begin-app';
import { installApp, uninstallApp, upgradeApp } from '#shared/app/cluster-contents/steps/install-app';
import { finishApp, watchApp } from '#shared/app/cluster-contents/steps/watch-app';
import { EVENTUALLY } from '#test/contracts/rancher/rancher-under-test';
import { ofCluster } from '#test/operations';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Charts, openShopWithCharts, runAppMachine, stepDepsOf } from './app-shop.ts';
import { administratorOf, type ShopWithSite, shopPerTest } from './shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite & Charts;
let administrator: Person;
beforeEach(async () => {
  shop = await openShopWithCharts(await openShop());
  administrator = await administratorOf(shop);
});

const requestSent = z.object({
  request: z.looseObject({ method: z.string(), path: z.string(), headers: z.unknown() }),
});
/** The requests that this process has sent to Steve with Paddock's own key. Accounts' keys are sent as `Bearer`. */
let steveAsPaddock: string[] = [];
subscribe('undici:request:create', (message) => {
  const { method, path, headers } = requestSent.parse(message).request;
  const isSteve = /^\/(k8s\/clusters\/[^/]+\/)?v1\//.test(path);
  if (isSteve && JSON.stringify(headers).includes('Basic ')) steveAsPaddock.push(`${method} ${path}`);
});

const made = z.looseObject({ uuid: z.string() });
const answers = { hostname: 'shop.example.org', replicas: 2 };
const order = async (person: Person, fields: object = {}) =>
  shop.send('POST', 'rancher-apps/', await shop.order({ answers, ...fields }), person);
const accounts = () => listClusterAccess(shop.opened.rancher, shop.cluster, 'charts');
async function rolesOf(userId: string) {
  const { rancher } = shop.opened;
  const of = async (context: 'cluster' | 'project') =>
    (await rancher.listRoleBindings(context)).filter((one) => one.userId === userId);
  const names = (list: Awaited<ReturnType<typeof of>>) => [...new Set(list.map((one) => one.roleTemplateId))];
  return { cluster: names(await of('cluster')), project: names(await of('project')) };
}
async function pendingTarget() {
  const [found = expect.fail('no operation waits')] = (await shop.market.store.outbox.listPending(10)).operations;
  const { uuid: operationUuid, clusterUuid, appUuid } = ofCluster(found);
  await shop.market.store.outbox.remove(found);
  return { operationUuid, clusterUuid, appUuid };
}

test.each([
  ['an owner', () => shop.market.people.owner, { cluster: ['cluster-owner'], project: [] }],
  ['an administrator', () => administrator, { cluster: ['cluster-member'], project: ['project-owner'] }],
  ['staff', () => shop.market.people.staff, { cluster: ['cluster-owner'], project: [] }],
])(
  'a chart that %s asks for is installed with an account that has exactly the roles of the person, and ends with Helm',
  async (_who, who, roles) => {
    expect((await order(who())).status).toBe(201);
    expect(await accounts()).toEqual([]);
    const deps = stepDepsOf(shop);
    const target = await pendingTarget();
    for (const step of [beginApp, ensureNamespace, installApp]) await step.call(deps, target);
    const [account = expect.fail('no account acts'), ...more] = await accounts();
    expect(more).toEqual([]);
    expect(account.labels['paddock.cloud/access-user']).toBe(who().user.uuid);
    expect(await rolesOf(account.id)).toEqual(roles);
    await expect.poll(() => watchApp.call(deps, target), EVENTUALLY).toEqual({ deployed: true });
    await finishApp.call(deps, target);
    expect(await accounts()).toEqual([]);
  },
);

test('nothing that a caller does with charts reaches Steve with the key of Paddock', async () => {
  const { owner } = shop.market.people;
  const deps = stepDepsOf(shop);
  const template = await shop.listed('rancher-templates', 'shop');
  steveAsPaddock = [];
  expect((await shop.send('GET', `rancher-template-versions/${template?.uuid}/1.0.0/`)).status).toBe(200);
  const path = `rancher-apps/${made.parse((await order(owner)).body).uuid}/`;
  const install = await pendingTarget();
  for (const step of [beginApp, ensureNamespace, installApp]) await step.call(deps, install);
  await expect.poll(() => watchApp.call(deps, install), EVENTUALLY).toEqual({ deployed: true });
  expect(steveAsPaddock).toEqual([]);
  await finishApp.call(deps, install);
  steveAsPaddock = [];
  expect((await shop.send('POST', `${path}upgrade/`, { version: '1.1.0' })).status).toBe(202);
  const upgrade = await pendingTarget();
  for (const step of [beginApp, upgradeApp]) await step.call(deps, upgrade);
  await expect.poll(() => watchApp.call(deps, upgrade), EVENTUALLY).toEqual({ deployed: true });
  expect(steveAsPaddock).toEqual([]);
  await finishApp.call(deps, upgrade);
  steveAsPaddock = [];
  expect((await shop.send('DELETE', path)).status).toBe(202);
  const removal = await pendingTarget();
  for (const step of [beginApp, uninstallApp]) await step.call(deps, removal);
  expect(steveAsPaddock).toEqual([]);
});

test('an operation fails if the person loses the role before it is done, and Rancher is asked for nothing', async () => {
  const { body } = await order(administrator, { namespace: undefined, namespace_name: 'new-shop' });
  const { store } = shop.market;
  const { grants } = await store.access.of(administrator.user.uuid);
  await store.commit(...grants.map((grant) => store.grants.remove(grant)));
  await runAppMachine(shop);
  const shown = await shop.send('GET', `rancher-apps/${made.parse(body).uuid}/`);
  expect(shown.body).toMatchObject({
    state: 'ERRED',
    last_error: { code: 'FORBIDDEN', owner: 'user', retryable: true },
    error_message: expect.stringContaining('no longer has a role inside the cluster'),
  });
  expect(await shop.found('/api/v1/namespaces/new-shop')).toBeUndefined();
  expect(await shop.found('/apis/catalog.cattle.io/v1/namespaces/new-shop/operations')).toMatchObject({ items: [] });
  expect(await accounts()).toEqual([]);
});

test('members, who have no role inside the cluster, cannot read the versions of charts', async () => {
  const template = await shop.listed('rancher-templates', 'shop');
  const path = `rancher-template-versions/${template?.uuid}/1.0.0/`;
  expect((await shop.send('GET', path, undefined, shop.market.people.member)).status).toBe(403);
  expect((await shop.send('GET', path, undefined, administrator)).status).toBe(200);
});

describe('the namespace of an application', () => {
  const into = (person: Person, name: string) => order(person, { namespace: undefined, namespace_name: name });

  test.each(['kube-system', 'cattle-system', 'cattle-fleet-system', 'fleet-default', 'longhorn-system'])(
    'is not the reserved namespace %s',
    async (name) => {
      for (const person of [shop.market.people.owner, administrator, shop.market.people.staff]) {
        const { status, body } = await into(person, name);
        expect([status, body]).toMatchObject([400, { namespace_name: [expect.stringContaining('reserved')] }]);
      }
    },
  );

  test('is not in Rancher’s System project', async () => {
    const { body } = await shop.send('GET', `rancher-projects/?cluster_uuid=${shop.cluster.uuid}&name_exact=System`);
    const [system = expect.fail('Rancher has a System project')] = z
      .array(z.looseObject({ url: z.string() }))
      .parse(body);
    const place = { namespace: undefined, namespace_name: 'new', rancher_project: system.url };
    const refused = await order(shop.market.people.owner, place);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { rancher_project: [expect.stringContaining('System')] },
    ]);
  });

  const strange = async () => {
    const other = await shop.opened.aProject(shop.cluster.backendId, 'other');
    const metadata = { name: 'strange', annotations: { 'field.cattle.io/projectId': other } };
    await shop.inside.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });
  };

  test('is not in another project, even if Paddock has no record of it', async () => {
    await strange();
    expect(await into(shop.market.people.owner, 'strange')).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Namespace should belong to the same project.'] },
    });
  });

  test('that was made meanwhile in another project ends the installation', async () => {
    const { body } = await into(administrator, 'strange');
    await strange();
    await runAppMachine(shop);
    const shown = await shop.send('GET', `rancher-apps/${made.parse(body).uuid}/`);
    expect(shown.body).toMatchObject({ state: 'ERRED', last_error: { code: 'FORBIDDEN' } });
    expect(await shop.found('/apis/apps/v1/namespaces/strange/deployments')).toMatchObject({ items: [] });
  });
});
