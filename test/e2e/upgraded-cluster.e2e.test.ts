import { expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const [OLD, NEW] = ['v1.31.7+rke2r1', 'v1.32.3+rke2r1'];
const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');

const rancherState = z.object({
  machines: z.array(
    z.object({
      clusterId: z.string(),
      state: z.string(),
      roles: z.object({ etcd: z.boolean() }),
      kubernetesVersion: z.string(),
    }),
  ),
});
/** The cluster's current machines in Rancher. Nodes would not show an upgrade, because they stay active. */
async function machinesInRancher(backendId: string) {
  const answer = await fetch(`${endpoints.rancher}/_sim/state`, { signal: AbortSignal.timeout(10_000) });
  return rancherState.parse(await answer.json()).machines.filter(({ clusterId }) => clusterId === backendId);
}

const patience = { tooLate: 'The cluster is neither upgraded nor erred.', timeoutMs: 120_000 };
/**
 * The largest number of servers, and of agents, that are unavailable at once. The loop makes no other requests, because
 * an agent is unavailable for only half a second.
 */
async function mostAway(backendId: string, isOver: () => boolean) {
  const most = { servers: 0, agents: 0 };
  await until({ ...patience, intervalMs: 20 }, async () => {
    const away = (await machinesInRancher(backendId)).filter(({ state }) => state !== 'running');
    most.servers = Math.max(most.servers, away.filter(({ roles }) => roles.etcd).length);
    most.agents = Math.max(most.agents, away.filter(({ roles }) => !roles.etcd).length);
    return isOver() ? true : undefined;
  });
  return most;
}

const certificates = z.object({ rotated_at: z.string().nullable(), expires_at: z.string().nullable() });
async function getsNewCertificates(uuid: string): Promise<void> {
  const shown = async () =>
    certificates.parse((await owner.call('GET', `rancher-clusters/${uuid}/certificates/`)).body);
  const before = await shown();
  expect((await owner.call('POST', `rancher-clusters/${uuid}/rotate_certificates/`, {})).status).toBe(202);
  const rested = await until(
    { ...patience, tooLate: 'The certificates are not rotated.', intervalMs: 200 },
    async () => {
      const { state, last_error } = await owner.cluster(uuid);
      return ['OK', 'ERRED'].includes(state) ? { state, last_error } : undefined;
    },
  );
  expect(rested).toEqual({ state: 'OK', last_error: null });
  const after = await shown();
  expect([before.rotated_at, typeof after.rotated_at]).toEqual([null, 'string']);
  expect(Date.parse(after.expires_at ?? '')).toBeGreaterThan(Date.parse(before.expires_at ?? ''));
}

test('a cluster of three servers and an agent is brought to the next minor version, one server away at a time, gets new certificates, and is deleted (S0-420, S0-421)', async () => {
  const placed = await owner.place(owner.clusterOrder('upgraded', 3, 1));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });
  const uuid = placed.resource_uuid ?? '';
  const path = `rancher-clusters/${uuid}/upgrade/`;
  const cluster = await owner.cluster(uuid);
  expect(await owner.call('POST', path, { kubernetes_version: 'v1.33.0+rke2r1' })).toMatchObject({
    status: 400,
    body: { kubernetes_version: [expect.stringContaining('Upgrade by one minor version')] },
  });
  const tried = await owner.call('POST', path, { kubernetes_version: NEW, dry_run: true });
  expect(tried).toMatchObject({ status: 200, body: { from_version: OLD, to_version: NEW } });
  expect((await owner.cluster(uuid)).state).toBe('OK');

  expect((await owner.call('POST', path, { kubernetes_version: NEW })).status).toBe(202);
  let isOver = false;
  const upgraded = until({ ...patience, intervalMs: 100 }, async () => {
    const { body } = await owner.call('GET', `rancher-clusters/${uuid}/`);
    return ['OK', 'ERRED'].includes(body.state) ? body : undefined;
  }).finally(() => {
    isOver = true;
  });
  const [ended, most] = await Promise.all([upgraded, mostAway(cluster.backend_id, () => isOver)]);
  expect(ended).toMatchObject({ state: 'OK', kubernetes_version: NEW, upgrade: null, last_error: null });
  expect(ended.nodes).toMatchObject(
    cluster.nodes.map(() => ({ state: 'OK', k8s_version: NEW, runtime_state: 'active' })),
  );
  expect(most).toEqual({ servers: 1, agents: 1 });
  expect(new Set((await machinesInRancher(cluster.backend_id)).map((machine) => machine.kubernetesVersion))).toEqual(
    new Set([NEW]),
  );
  const steps = (await owner.events(uuid)).map(({ step }) => step);
  expect(steps.filter((step) => step === 'node-upgraded')).toHaveLength(4);
  expect(steps).toEqual(expect.arrayContaining(['upgrade', 'upgrade-asked', 'upgraded']));

  await getsNewCertificates(uuid);
  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
}, 300_000);
