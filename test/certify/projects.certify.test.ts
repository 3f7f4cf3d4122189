import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import type { Endpoints } from '#infra/local/endpoints';
import { readAmount } from '#shared/domain/rancher-projects/project-quota';
import { type OpenedKeycloak, openKeycloak } from '#test/contracts/keycloak/keycloak-under-test';
import { anActiveCluster } from '#test/contracts/rancher/an-active-cluster';
import { joinAsAgent } from '#test/contracts/rancher/join-as-agent';
import { objectsIn } from '#test/contracts/rancher/objects-in';
import { type OpenedRancher, openRancher } from '#test/contracts/rancher/rancher-under-test';
import { personAt } from '#test/e2e/_worlds/customer';
import { retireProvider } from '#test/e2e/_worlds/retire-provider';
import { lookAtProject } from '#test/integration/waldur-clients/standing-project';
import { rancherAccess } from './pools-in-rancher.ts';
import { sharedCluster } from './shared-cluster.ts';

const PATIENCE_MS = 900_000;
const rancher = rancherAccess.parse(JSON.parse(process.env.PADDOCK_REAL_RANCHER ?? ''));
const shared = sharedCluster.parse(JSON.parse(process.env.PADDOCK_CERTIFY_PROJECTS ?? ''));
const endpoints: Endpoints = JSON.parse(readFileSync(process.env.PADDOCK_REAL_ENDPOINTS ?? '', 'utf8'));
const staff = apiClient(endpoints.api, endpoints.tokens.staff);
const owner = personAt(endpoints, 'owner', { timeoutMs: PATIENCE_MS });
/** Rancher removes the role bindings of a deleted project some seconds later. */
const EVENTUALLY = { timeout: 60_000, interval: 500 };
const ROLE = 'workloads-manage';
const PREFIX = 'certify-';

let opened: OpenedRancher;
let realm: OpenedKeycloak | undefined;
let settings = '';
let offering = '';
let look: ReturnType<typeof lookAtProject>;

const made = z.object({ uuid: z.string() });
const limit = (type: string, measured_unit: string) => ({ type, name: type, measured_unit, billing_type: 'limit' });

async function keycloakOptions() {
  if (!realm) return {};
  const { userRealm, username, password } = await realm.anAccount('manage-users');
  return {
    ...{ keycloak_url: realm.backend.url, keycloak_realm: realm.realm, keycloak_user_realm: userRealm },
    ...{ keycloak_username: username, keycloak_password: password },
  };
}

async function sellProjects(): Promise<void> {
  const key = { username: rancher.access_key, password: rancher.secret_key };
  const joinMachine = (token: string, name: string) => joinAsAgent(rancher.url, token, name);
  opened = await openRancher({ url: rancher.url, key, joinMachine, stop: async () => {} });
  realm = shared.keycloak && (await openKeycloak({ ...shared.keycloak, stop: async () => {} }));
  const clusterId = shared.cluster_id ?? (await anActiveCluster(opened)) ?? expect.fail('a machine joins');
  look = lookAtProject({
    opened,
    clusterId,
    inside: objectsIn(opened.backend, clusterId),
    ...(realm && { keycloak: { realm } }),
  });
  const options = { backend_url: rancher.url, ...key, base_image_name: 'ubuntu-24.04', node_disk_driver: 'vd' };
  const provider = {
    type: 'Rancher',
    name: 'Shared, to certify',
    options: { ...options, ...(await keycloakOptions()) },
  };
  settings = (await staff.post('service-settings/', provider, made)).uuid;
  const offer = {
    ...{ type: 'Rancher.Project', name: 'Projects, to certify', customer: endpoints.sample.customer },
    ...{ service_settings: settings, components: [limit('cpu', 'cores'), limit('ram', 'GB'), limit('pods', 'pods')] },
    plugin_options: { cluster_id: clusterId, project_prefix: PREFIX, default_role: ROLE, keycloak_enabled: !!realm },
  };
  offering = (await staff.post('marketplace-provider-offerings/', offer, made)).uuid;
  await staff.post(`marketplace-provider-offerings/${offering}/activate/`, {}, z.unknown());
}
afterAll(async () => {
  if (offering !== '') await staff.post(`marketplace-provider-offerings/${offering}/archive/`, {}, z.unknown());
  if (settings !== '') await retireProvider(endpoints, settings);
  await realm?.close();
  await opened.close();
});

const ordered = z.object({ uuid: z.string(), marketplace_resource_uuid: z.string() });
const shown = z.looseObject({ slug: z.string(), backend_id: z.string() });
let resource: string;
let name: string;
let backendId: string;
const path = () => `marketplace-resources/${resource}/`;

/**
 * The limits of two quotas as numbers: the quota in the project's namespace, and the project's quota in Rancher. The
 * numbers are cores, GiB, and a count of pods. The limits are parsed, because servers format quantities differently.
 */
async function amounts() {
  const { 'custom-resource-quota': hard = {} } = await look.quotas(name);
  const { limitsCpu, limitsMemory, pods } = (await look.projectNamed(name))?.resourceQuota?.limit ?? {};
  const ofProject = { 'limits.cpu': limitsCpu, 'limits.memory': limitsMemory, pods };
  return [hard, ofProject].map((quota) =>
    Object.fromEntries(Object.entries(quota).map(([key, amount]) => [key, readAmount(key, String(amount))])),
  );
}
const inQuotas = (cpu: number, memory: number, pods: number) => {
  const wanted = { 'limits.cpu': cpu, 'limits.memory': memory, pods };
  return [wanted, wanted];
};

test(
  'an ordered project is in Rancher and in the cluster as it was ordered (S1-046, S1-051, S1-052)',
  async () => {
    await sellProjects();
    const { project } = endpoints.sample;
    const body = { offering, project, attributes: { name: 'Certify' }, limits: { cpu: 2, ram: 4, pods: 10 } };
    const order = ordered.parse((await owner.call('POST', 'marketplace-orders/', body)).body);
    resource = order.marketplace_resource_uuid;
    expect(await owner.ended(order.uuid)).toMatchObject({ state: 'done', error_message: '' });
    const { slug, backend_id, ...rest } = shown.parse((await owner.call('GET', path())).body);
    expect(rest).not.toHaveProperty('warning');
    [name, backendId] = [`${PREFIX}${slug}`, backend_id];
    expect(await look.projectNamed(name)).toMatchObject({
      ...{ id: backendId, description: expect.stringMatching(/^Certify \(Customer: .+, Project: .+\)$/) },
      annotations: { 'waldur/managed': 'true' },
    });
    expect(await look.namespace(name)).toMatchObject({
      labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
      annotations: { 'field.cattle.io/projectId': backendId },
    });
    expect(await amounts()).toEqual(inQuotas(2, 4, 10));
  },
  PATIENCE_MS,
);

test('its group has the role in the project, and nothing but the group (S1-049, S1-053, S1-054)', async ({ skip }) => {
  skip(!realm, 'no Keycloak was named');
  const [parent, ...others] = await look.groupTree();
  expect(others).toEqual([]);
  const groups = (parent?.children ?? []).map((child) => child.name);
  expect(groups).toEqual([expect.stringMatching(new RegExp(`^project_[0-9a-f]{32}_${ROLE}$`))]);
  expect(await look.groupBindings(backendId)).toEqual([
    { roleTemplateId: ROLE, groupPrincipalId: `keycloakoidc_group://${groups[0]}` },
  ]);
});

test(
  'other limits are in both quotas (S1-071)',
  async () => {
    const answer = await owner.call('POST', `${path()}update_limits/`, { limits: { cpu: 1, ram: 8, pods: 10 } });
    const { order_uuid } = z.object({ order_uuid: z.string() }).parse(answer.body);
    expect(await owner.ended(order_uuid)).toMatchObject({ state: 'done', error_message: '' });
    expect(await amounts()).toEqual(inQuotas(1, 8, 10));
  },
  PATIENCE_MS,
);

test(
  'its termination leaves nothing in Rancher, in the cluster and in Keycloak (S1-056)',
  async () => {
    expect(await owner.terminate(resource)).toMatchObject({ state: 'done', error_message: '' });
    expect([await look.projectNamed(name), await look.namespace(name)]).toEqual([undefined, undefined]);
    await expect.poll(() => look.groupBindings(backendId), EVENTUALLY).toEqual([]);
    if (realm) expect(await look.groupTree()).toEqual([]);
  },
  PATIENCE_MS,
);
