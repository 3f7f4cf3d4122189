import { expect, test } from 'vitest';
import { importCluster } from '#shared/app/clusters/import-cluster';
import { listImportable } from '#shared/app/clusters/list-importable';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { updateCluster } from '#shared/app/clusters/update-cluster';
import { recordAlerts } from '#shared/app/hooks/record-alerts';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { identifyRancher } from '#shared/app/providers/identify-rancher';
import { secretName } from '#shared/domain/_core/secret-name';
import { importClaim } from '#shared/domain/planning/naming';
import { aProject, aTenant, someRancherSettings, staff } from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import { createOrder } from '#test/create-order';
import { stepWorldPerFile } from '../_worlds/step-world.ts';
import { attributesIn, newOrderIn } from '../_worlds/world.ts';
import { aForeignCluster, twoNodes } from '../clusters/_worlds/running-cluster.ts';
import { deleteAll } from '../clusters/deletion.ts';

const world = await stepWorldPerFile();
const { store, deps, secrets, stage } = world;
const rancher = await world.rancher.open(world.settings);
const { url } = world.rancherSimulator;
/** The URL of the same server in another notation. */
const elsewhere = url.replace('127.0.0.1', 'localhost').replace(/\/?$/, '/');

type Registration = Pick<typeof world, 'project' | 'settings' | 'offering' | 'demo'>;
/** Registers the same Rancher for another customer. Returns the customer's project, provider, offering and tenant. */
async function registered(backendUrl = url): Promise<Registration> {
  const project = aProject();
  const { access, tenant: known } = world.demo;
  const settings = someRancherSettings();
  settings.options.backendUrl = backendUrl;
  const offering = anOffering({ settingsUuid: settings.uuid, customerUuid: project.customerUuid });
  const { uuid: projectUuid, customerUuid } = project;
  const tenant = aTenant({ ...{ projectUuid, customerUuid }, settingsUuid: known.settingsUuid, backendId: access.id });
  const credential = { id: access.application_credential_id, secret: access.application_credential_secret };
  await secrets.put(secretName(stage, 'rancher', settings.uuid), JSON.stringify(world.rancherKey));
  await secrets.put(secretName(stage, 'openstack', tenant.uuid), JSON.stringify(credential));
  await store.commit(
    ...[store.projects.insert(project), store.settings.insert(settings)],
    ...[store.offerings.insert(offering), store.tenants.insert(tenant)],
  );
  return { project, settings, offering, demo: { tenant, access } };
}

let count = 0;
const foreign = () => {
  count += 1;
  return aForeignCluster({ rancher, url }, twoNodes(`shared-${count}`));
};
function take({ offering, project, demo }: Registration, backendId: string) {
  const request = { backendId, projectUuid: project.uuid, tenantUuid: demo.tenant.uuid };
  return importCluster({ ...world, log: world.deps.log }, staff(), {
    uuidText: offering.uuid,
    parseRequest: () => request,
  });
}
const identified = ({ settings }: Registration) => identifyRancher(world, settings, rancher);
const order = (by: Registration, name: string) =>
  createOrder(world, staff(), newOrderIn({ ...world, ...by }, { ...attributesIn({ ...world, ...by }, 1, 1), name }));
const importable = async ({ offering }: Registration) =>
  (await listImportable(world, staff(), offering.uuid)).map(({ id }) => id);
async function end({ uuid: resourceUuid, clusterUuid }: Awaited<ReturnType<typeof take>>): Promise<void> {
  const ended = await terminateResource(world, staff(), { resourceUuid, correlationId: 'correlation-2' });
  const [cluster, resource] = await Promise.all([store.clusters.get(clusterUuid), store.resources.get(resourceUuid)]);
  const target = { operationUuid: cluster.operationUuid ?? '', clusterUuid };
  await deleteAll(world, { order: ended, cluster, resource, target });
  await finishDeletion.call(deps, target);
}
const registeredAlready = { status: 400, body: { backend_id: ['Resource has been imported already.'] } };
const nameTaken = { status: 400, body: { non_field_errors: ['Name is not unique.'] } };

test.each([
  ['address', url],
  ['server under another address', elsewhere],
])('of two registrations of one %s one has a cluster, until it is gone (R-9-113)', async (_, address) => {
  const [one, other] = [await registered(), await registered(address)];
  const [shared, left] = [await foreign(), await foreign()];
  const imported = await take(one, shared.id);
  expect(await importable(other)).toContain(left.id);
  expect(await importable(other)).not.toContain(shared.id);
  await expect(take(other, shared.id)).rejects.toMatchObject(registeredAlready);
  await expect(take(one, shared.id)).rejects.toMatchObject(registeredAlready);
  await take(other, left.id);
  await expect(take(one, left.id)).rejects.toMatchObject(registeredAlready);
  await end(imported);
  const { claimsUuid = '' } = await identified(other);
  const held = (id: string) => store.claims.holderOf(importClaim(claimsUuid, id));
  expect([await held(shared.id), await held(left.id)]).toEqual([undefined, expect.any(String)]);
  const again = await aForeignCluster({ rancher, url }, twoNodes('again'));
  expect((await take(other, again.id)).state).toBe('OK');
});

test('a Rancher that does not say which it is is known by its address, however that is written', async () => {
  await world.rancherSimulator.plan({ kind: 'status', status: 403, method: 'GET', path: 'install-uuid' });
  const [one, other] = [await registered(), await registered(`${url.replace('http:', 'HTTP:')}/`)];
  const { id } = await foreign();
  await take(one, id);
  await expect(take(other, id)).rejects.toMatchObject(registeredAlready);
  await world.rancherSimulator.clearFaults();
});

test('of imports at the same moment one comes to be', async () => {
  const registrations = [await registered(), await registered(elsewhere), await registered()];
  const { id } = await foreign();
  const answers = await Promise.allSettled(registrations.map((it) => take(it, id)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject(registeredAlready);
});

test('a name is given once in a Rancher, to orders, imports and by renaming, whoever asks', async () => {
  const [one, other] = [await registered(), await registered(elsewhere)];
  await Promise.all([one, other].map(identified));
  const { cluster } = await order(one, 'shop');
  await expect(order(other, 'shop')).rejects.toMatchObject(nameTaken);
  await expect(order(other, cluster.name)).rejects.toMatchObject(nameTaken);
  const { id } = await foreign();
  const { clusterUuid } = await take(other, id);
  const rename = (to: string) =>
    updateCluster(world, staff(), { uuidText: clusterUuid, parseChange: () => ({ name: to }) });
  await expect(rename('shop')).rejects.toMatchObject({ status: 400, body: { name: ['Name is not unique.'] } });
  await rename('office');
  await expect(order(one, 'office')).rejects.toMatchObject(nameTaken);
});

test('what was claimed before two registrations were known for one is taken along, and stays where the other has it', async () => {
  const [one, other] = [await registered(), await registered(elsewhere)];
  await identified(one);
  await order(one, 'both');
  const [own, twin] = [await order(other, 'own'), await order(other, 'both')];
  await identified(other);
  await expect(order(one, 'own')).rejects.toMatchObject(nameTaken);
  const { claimsUuid } = await identified(one);
  const scopes = await Promise.all(
    [own, twin].map(async ({ cluster }) => (await store.clusters.get(cluster.uuid)).claimsUuid),
  );
  expect(scopes).toEqual([claimsUuid, undefined]);
});

test('an alert reaches the clusters of its own registration only', async () => {
  const [one, other] = [await registered(), await registered(elsewhere)];
  await Promise.all([one, other].map(identified));
  const { cluster } = await order(one, 'watched');
  const raised = async () =>
    (await store.audit.list({ visibility: 'all' }, { page: 1, pageSize: 300 })).items.filter(
      ({ clusterUuid, eventType }) => clusterUuid === cluster.uuid && eventType.startsWith('resource_alert_'),
    ).length;
  const alert = {
    ...{ clusterName: 'watched', name: 'KubeNodeNotReady', severity: 'warning', summary: 'A node is gone.' },
    ...{ isResolved: false, key: 'a-fingerprint' },
  };
  await recordAlerts(world, other.settings.uuid, [alert]);
  expect(await raised()).toBe(0);
  await recordAlerts(world, one.settings.uuid, [alert]);
  expect(await raised()).toBe(1);
});
