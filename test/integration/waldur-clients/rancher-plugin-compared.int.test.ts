import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { runProjectMachine, type SharedCluster, sharedClusterPerTest } from '../rancher-projects/shared-cluster.ts';
import { type PluginResource, pluginSettings, rancherPlugin } from './site-agent-rancher.ts';
import { lookAtProject } from './standing-project.ts';

let world: SharedCluster;
/** Runs a release of Rancher to which the plugin can log in. */
sharedClusterPerTest(
  (opened) => {
    world = opened;
  },
  ...['--version', '2.11'],
);
const run = rancherPlugin();

const PATIENCE_MS = 60_000;
const OPTIONS = {
  ...{ project_prefix: 'same-', namespace_labels: { 'gpu-pool': 'h100-2x' } },
  ...{ keycloak_enabled: true, keycloak_use_user_id: false },
};
const limit = (type: string, measured_unit: string) => ({ type, name: type, measured_unit, billing_type: 'limit' });
const COMPONENTS = [limit('cpu', 'cores'), limit('ram', 'GB'), limit('storage', 'GB'), limit('gpu', 'units')];
const [LIMITS, CHANGED] = [
  { cpu: 4, ram: 8, storage: 100, gpu: 1 },
  { cpu: 2, ram: 16, storage: 100, gpu: 1 },
];

/** All differences between the results of Paddock and of the plugin, with their reasons. */
const DIFFERENCES: Record<string, string> = {
  'project annotation paddock.cloud/installation': 'Paddock knows its projects by its own marks, not by their names.',
  'project annotation paddock.cloud/resource': 'The same.',
  'project resourceQuota': 'It limits namespaces that members add (decision 89).',
  'project namespaceDefaultResourceQuota': 'Namespaces that members add get nothing by default (decision 89).',
  'namespace annotation field.cattle.io/resourceQuota':
    'The namespace is given all of the project’s quota (decision 89).',
  'quota default': 'Rancher itself makes it, where the project has a quota (decision 89).',
  'parent group name': 'Two ids of clusters may begin alike, and a uuid is one cluster’s (decision 90).',
  'parent group attributes': 'A real agent would take groups with its own attributes for its own (decision 90).',
  'child group name': 'A slug may be taken again, and a uuid is one project’s (decision 90).',
  'child group attributes': 'As those of the parent (decision 90).',
  'binding groupPrincipalId': 'It has the name of the group (decision 90).',
};
const ALIKE = [
  ...['project description', 'project annotation waldur/managed', 'project annotation waldur/organization'],
  ...['project annotation waldur/project_slug', 'namespace label gpu-pool'],
  ...[
    'namespace label pod-security.kubernetes.io/enforce',
    'namespace label pod-security.kubernetes.io/enforce-version',
  ],
  ...['namespace annotation waldur/managed', 'quota custom', 'child group members', 'binding roleTemplateId'],
];

/** Metadata that Rancher and Kubernetes add to every object. */
const OF_SERVERS =
  /^(field\.cattle\.io\/(project|creator|resourceQuotaProject)|(lifecycle\.|authz\.management\.)?cattle\.io\/|kubernetes\.io\/)/;
const named = (what: string, fields: object = {}) =>
  Object.entries(fields)
    .filter(([key, value]) => !OF_SERVERS.test(key) && value !== undefined)
    .map(([key, value]): [string, unknown] => [`${what} ${key}`, value]);

/** All attributes of a project's objects, by object and attribute. */
async function standing(name: string): Promise<Record<string, unknown>> {
  const look = lookAtProject(world);
  const { id, name: _, annotations: marks, ...project } = (await look.projectNamed(name)) ?? {};
  const { labels, annotations } = (await look.namespace(name)) ?? {};
  const quotas = Object.entries(await look.quotas(name)).map(([key, hard]) => [key.split('-')[0], hard]);
  const [{ children: [child] = [], ...parent } = {}] = await look.groupTree();
  const [binding] = id ? await look.groupBindings(id) : [];
  return Object.fromEntries([
    ...[...named('project', project), ...named('project annotation', marks)],
    ...[...named('namespace label', labels), ...named('namespace annotation', annotations)],
    ...[...named('quota', Object.fromEntries(quotas)), ...named('binding', binding)],
    ...[...named('parent group', parent), ...named('child group', child)],
  ]);
}

test(
  'of the same order Paddock makes what the plugin makes, but for what has a reason, and leaves less (S1-046, S1-049, S1-051, S1-052, S1-056, S1-071)',
  async () => {
    const paddock = await byPaddock();
    const plugin = await byPlugin(paddock.resource);
    for (const when of ['made', 'changed'] as const) {
      const [ours, theirs] = [paddock[when], plugin[when]];
      const all = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
      const [alike, different] = [true, false].map((is) =>
        all.filter((part) => isDeepStrictEqual(ours[part], theirs[part]) === is).sort(),
      );
      expect(different, when).toEqual(Object.keys(DIFFERENCES).sort());
      expect(alike, when).toEqual(ALIKE.toSorted());
      expect(ours['quota default'], when).toEqual(ours['quota custom']);
    }
    expect(paddock.made['quota custom']).not.toEqual(paddock.changed['quota custom']);
    expect(paddock.left).toEqual({});
    expect(Object.keys(plugin.left)).toEqual(['parent group name', 'parent group attributes']);
  },
  PATIENCE_MS,
);

async function byPlugin(resource: PluginResource) {
  const settings = { ...pluginSettings(world, 'same-'), ...OPTIONS };
  const call = async (name: string, ...given: unknown[]) => {
    const { result, log } = await run(settings, name, resource, ...given);
    expect(log, name).toEqual([]);
    return result;
  };
  const name = `same-${resource.slug}`;
  const { backend_id } = z.looseObject({ backend_id: z.string() }).parse(await call('create'));
  resource.backend_id = backend_id;
  await call('add_user', world.market.people.member.user.username);
  const made = await standing(name);
  await call('set_limits', CHANGED);
  const changed = await standing(name);
  await call('delete');
  // Rancher deletes the project's namespaces and bindings after its answer.
  await expect
    .poll(async () => Object.keys(await standing(name)).filter((part) => !part.includes('group')))
    .toEqual([]);
  return { made, changed, left: await standing(name) };
}

async function byPaddock() {
  const { market } = world;
  const { username } = market.people.member.user;
  await world.keycloak.realm.aUser(username);
  const offering = await world.offering({ plugin_options: OPTIONS, components: COMPONENTS });
  const body = {
    offering: offering.uuid,
    project: market.projectUuid,
    attributes: { name: 'Web shop' },
    limits: LIMITS,
  };
  const { body: answer } = await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body });
  const { marketplace_resource_uuid: uuid } = z.looseObject({ marketplace_resource_uuid: z.string() }).parse(answer);
  const below = `marketplace-resources/${uuid}`;
  await runProjectMachine(world);
  await syncProvider(
    { ...world.deps, brake: { maxShare: 0.5, always: 10 }, site: DEFAULT_SITE_SETTINGS, keptMs: 60_000 },
    { job: 'sync_project_members', settingsUuid: world.settingsUuid },
  );
  const stored = await market.store.resources.get(uuid);
  const part = stored.rancherProject ?? expect.fail('it is a project');
  const made = await standing(part.projectName);
  await market.ask('POST', `${below}/update_limits/`, { ...market.people.owner, body: { limits: CHANGED } });
  await runProjectMachine(world);
  const changed = await standing(part.projectName);
  await market.ask('POST', `${below}/terminate/`, { ...market.people.owner, body: {} });
  await runProjectMachine(world);
  const resource: PluginResource = {
    ...{ uuid, name: stored.name, slug: stored.slug, backend_id: '', limits: LIMITS },
    ...{ customer_name: stored.customerName, customer_slug: part.customerSlug },
    ...{ project_name: stored.projectName, project_slug: part.projectSlug },
  };
  return { made, changed, left: await standing(part.projectName), resource };
}
