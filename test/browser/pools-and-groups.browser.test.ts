import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type AccountCloud, sampleCloud } from '#infra/local/account-tenant';
import { apiClient } from '#infra/local/api-client';
import { sellClusterApi, simulatedManagement } from '#infra/local/cluster-api-market';
import type { Endpoints } from '#infra/local/endpoints';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { addAddOns } from '#test/e2e/_worlds/add-ons';
import { personAt } from '#test/e2e/_worlds/customer';
import { pooledOrder, sellPools } from '#test/e2e/_worlds/pooled-orders';
import { actionsIn, whileAtWork } from './_worlds/actions.ts';
import { checkPage } from './_worlds/check-page.ts';
import { aBrowser, browserCloud, describeInBrowser, OPERATION_MS } from './_worlds/visitor.ts';

const { signedIn } = aBrowser();
const made = z.object({ uuid: z.string() });
const ONE_AND_ONE = [
  { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 1 },
  { name: 'workers', roles: ['worker'], quantity: 1 },
];

const shownCloud = z.object({ options: z.object({ backend_url: z.string() }) });
const scoped = z.object({ token: z.object({ project: z.object({ id: z.string() }) }) });
const OTHER = 'other';

/** The cloud's project `other`, which no organization of the sample data has registered. */
async function otherProject({ api, tokens, sample }: Endpoints) {
  const path = `service-settings/${sample.openstack_settings}/`;
  const { options } = await apiClient(api, tokens.staff).get(path, shownCloud);
  const domain = { name: 'Default' };
  const identity = { methods: ['password'], password: { user: { name: OTHER, password: OTHER, domain } } };
  const answer = await fetch(`${options.backend_url}/auth/tokens`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, signal: AbortSignal.timeout(10_000) },
    body: JSON.stringify({ auth: { identity, scope: { project: { name: OTHER, domain } } } }),
  });
  return { id: scoped.parse(await answer.json()).token.project.id, username: OTHER };
}

let customer: string | undefined;
/**
 * The local cloud with a separate organization and project. Tenants there do not appear in the forms of other tests.
 */
async function placeOfItsOwn(name: string): Promise<{ world: Endpoints; cloud: AccountCloud }> {
  const endpoints = browserCloud();
  const staff = apiClient(endpoints.api, endpoints.tokens.staff);
  customer ??= (await staff.post('customers/', { name: 'Elsewhere' }, made)).uuid;
  const project = (await staff.post('projects/', { customer, name }, made)).uuid;
  const world = { ...endpoints, sample: { ...endpoints.sample, customer, project } };
  return { world, cloud: { ...sampleCloud(endpoints), project: await otherProject(endpoints) } };
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Sets the number of machines of a group, and checks the plan before confirming. */
async function scale(page: Page, group: string, count: number, plan: string): Promise<void> {
  await page.getByRole('button', { name: `Scale ${group}` }).click();
  const machines = page.getByRole('textbox', { name: 'Machines' });
  await page.getByText('Nothing changes.').waitFor();
  await machines.fill('');
  await page.getByText('Nothing changes.').waitFor();
  await machines.fill(String(count));
  await page.getByText(plan).waitFor();
  await whileAtWork(page, () => page.getByRole('button', { name: 'Scale', exact: true }).click());
}

describeInBrowser('clusters whose machines others make', () => {
  let management: Simulator | undefined;
  beforeAll(async () => {
    management = await startSimulator('cluster-api');
    await management.setDelays({ pace: 0.01 });
    await addAddOns(management);
  });
  afterAll(() => management?.stop());

  test('a pool of Rancher gets one more machine', async () => {
    const { world, cloud } = await placeOfItsOwn('Pools');
    const market = await sellPools(world, { ...cloud, rancherSettings: world.sample.rancher_settings });
    const staff = personAt(world, 'staff');
    const placed = await staff.place(pooledOrder(market, world, 'pooled', ONE_AND_ONE));
    const { page, close } = await signedIn('operator', `/console/clusters/${placed.resource_uuid}`);
    await page.getByRole('button', { name: 'Scale workers' }).waitFor({ timeout: OPERATION_MS });
    expect(await actionsIn(page)).toEqual(['Upgrade', 'Rotate certificates', 'Terminate']);
    await scale(page, 'workers', 2, 'create 1 machine');
    await page.getByText('2 of 2 machines ready').waitFor();
    await close();
    await staff.call('POST', `marketplace-resources/${placed.marketplace_resource_uuid}/terminate/`, {});
  });

  test('a cluster is ordered by Cluster API, shows its node groups, and gets one more worker', async () => {
    const { world, cloud } = await placeOfItsOwn('By Cluster API');
    await sellClusterApi(world, simulatedManagement(management?.printed), { cloud });
    const { page, close } = await signedIn('operator', '/console/order');
    await page.getByRole('link', { name: 'Order Kubernetes by Cluster API' }).click();
    await page.getByLabel('Name').fill('by-template');
    await choose(page, 'Project', 'By Cluster API');
    await choose(page, 'Template', 'Kubernetes 1.33');
    await page.getByRole('textbox', { name: 'Number' }).first().fill('1');
    await page.getByText('Control plane: 1 machine of').waitFor();
    await page.getByText('Node group default-worker: 2 machines').waitFor();
    await checkPage(page, 'order-by-cluster-api');
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    await page.getByRole('button', { name: 'Scale default-worker' }).waitFor({ timeout: OPERATION_MS });
    expect(await actionsIn(page)).toEqual(['Upgrade', 'Renew certificates', 'Rotate the credential', 'Terminate']);
    await checkPage(page, 'cluster-by-cluster-api');
    await scale(page, 'default-worker', 3, 'create 1 machine of default-worker');
    await page.getByText('3 of 3 machines ready').waitFor();
    await close();
  });
});
