import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { alertProofOf } from '#shared/app/hooks/authenticate-webhook';
import { changed } from '#shared/domain/_core/record';
import { clusterNameClaim } from '#shared/domain/planning/naming';
import { aCluster, aUuid } from '#test/builders/builders';
import { alertOf, message, SECRET, type WebhookUnderTest, webhookUnderTest } from './rancher-webhook-under-test.ts';

const messages = z.array(z.object({ message: z.string() }));

let webhook: WebhookUnderTest;
beforeEach(async () => {
  webhook = await webhookUnderTest();
});

async function aClusterNamed(name: string, settingsUuid = webhook.provider, backendId = '') {
  const { store, customerUuid, projectUuid } = webhook;
  const cluster = aCluster({ name, settingsUuid, customerUuid, projectUuid, backendId, state: 'OK' });
  const taken = () => new Error('taken');
  await store.commit(
    store.clusters.insert(cluster),
    store.claims.insert(clusterNameClaim(settingsUuid, name), cluster.uuid, taken),
  );
  return cluster;
}
const alertsRecorded = async () => {
  const { items } = await webhook.store.audit.list({ visibility: 'all' }, { page: 1, pageSize: 100 });
  return items.filter(({ eventType }) => eventType.startsWith('resource_alert_'));
};

const filling = (clusterName: string) => ({
  ...alertOf({ alertname: 'KubePersistentVolumeFillingUp', cluster_name: clusterName, cluster_id: 'c-m-x7k2b9fd' }),
  annotations: { summary: 'A volume of shop/database is almost full.' },
});

test('what monitoring says of volumes, networks and pods without a place is an event of the cluster, for who sees it (S0-389)', async () => {
  const { uuid } = await aClusterNamed('research-1');
  expect((await webhook.alert(message(filling('research-1')))).status).toBe(200);
  const path = `events/?scope=${uuid}&event_type=resource_alert_raised`;
  const { status, body } = await webhook.ask('GET', path, webhook.people.member);
  expect([status, messages.parse(body).map((event) => event.message)]).toEqual([
    200,
    ['Cluster research-1 alert has been raised.'],
  ]);
  expect(await alertsRecorded()).toMatchObject([
    {
      ...{ clusterUuid: uuid, actor: { kind: 'job', name: 'alertmanager' } },
      changes: [
        {
          fields: {
            alert: { after: 'KubePersistentVolumeFillingUp' },
            severity: { after: 'warning' },
            summary: { after: 'A volume of shop/database is almost full.' },
          },
        },
      ],
    },
  ]);
});

test('an alert that is repeated is recorded once, its end once, and its return again', async () => {
  await aClusterNamed('research-1');
  const raised = filling('research-1');
  const resolved = { ...raised, status: 'resolved', endsAt: '2026-03-01T13:00:00.000Z' };
  const again = { ...raised, startsAt: '2026-03-02T12:00:00.000Z' };
  for (const alert of [raised, raised, resolved, resolved, again]) await webhook.alert(message(alert));
  const types = (await alertsRecorded()).map(({ eventType }) => eventType).sort();
  expect(types).toEqual(['resource_alert_raised', 'resource_alert_raised', 'resource_alert_resolved']);
});

test("nothing is recorded for another provider's cluster, for an unknown cluster, or from a caller without the secret", async () => {
  await aClusterNamed('research-1', aUuid());
  await webhook.alert(message(filling('research-1'), filling('nowhere')));
  await aClusterNamed('research-2');
  const { status } = await webhook.alert(message(filling('research-2')), `${webhook.provider}.${SECRET}x`);
  expect([status, await alertsRecorded()]).toEqual([401, []]);
});

describe('the token of one cluster', () => {
  const mineAndOther = async () => [
    await aClusterNamed('research-1', webhook.provider, 'c-m-x7k2b9fd'),
    await aClusterNamed('research-2', webhook.provider, 'c-m-other234'),
  ];
  const tokenOf = (uuid: string, secret = SECRET) => `${webhook.provider}.${uuid}.${alertProofOf(secret, uuid)}`;

  test('reports on this cluster, by its name and by its id in Rancher', async () => {
    const [mine] = await mineAndOther();
    const { uuid, backendId } = mine ?? expect.fail('there is a cluster');
    const alert = alertOf({ alertname: 'KubeNodeNotReady', cluster_name: 'research-1', cluster_id: backendId });
    const wait = await webhook.parked({ clusterUuid: uuid });
    expect(await webhook.alert(message(alert), tokenOf(uuid))).toMatchObject({ status: 200, body: { woken: 1 } });
    expect(webhook.woken).toEqual([expect.stringContaining(wait.taskToken)]);
    expect(await alertsRecorded()).toMatchObject([{ clusterUuid: uuid }]);
  });

  test.each(['cluster_name', 'cluster_id'])(
    'raises and wakes nothing about another cluster, named by %s',
    async (label) => {
      const [mine, other] = await mineAndOther();
      if (!mine || !other) expect.fail('there are two clusters');
      await webhook.parked({ clusterUuid: other.uuid, clusterName: 'research-2', backendId: other.backendId });
      const named = label === 'cluster_name' ? 'research-2' : other.backendId;
      const alerts = message(filling('research-1'), alertOf({ alertname: 'KubeNodeNotReady', [label]: named }));
      expect(await webhook.alert(alerts, tokenOf(mine.uuid))).toMatchObject({
        ...{ status: 403, body: { detail: expect.stringContaining('one cluster only') } },
      });
      expect([webhook.woken, await alertsRecorded()]).toEqual([[], []]);
    },
  );

  test('wakes only this cluster, whatever the label cluster says, which any metric may set', async () => {
    const [mine, other] = await mineAndOther();
    if (!mine || !other) expect.fail('there are two clusters');
    await webhook.parked({ clusterUuid: other.uuid, clusterName: 'research-2', backendId: other.backendId });
    const alert = alertOf({ alertname: 'KubeNodeNotReady', cluster: 'research-2' });
    expect(await webhook.alert(message(alert), tokenOf(mine.uuid))).toMatchObject({ status: 200, body: { woken: 0 } });
  });

  test('is refused with a proof for another cluster, under another secret, and for a cluster of another provider', async () => {
    const [one, two] = [await aClusterNamed('research-1'), await aClusterNamed('research-2')];
    const foreign = await aClusterNamed('research-3', aUuid());
    const swapped = `${webhook.provider}.${one.uuid}.${alertProofOf(SECRET, two.uuid)}`;
    for (const token of [swapped, tokenOf(one.uuid, `${SECRET}x`), tokenOf(foreign.uuid)]) {
      expect((await webhook.alert(message(filling('research-1')), token)).status).toBe(401);
    }
  });
});

describe('alerts that may add nodes', () => {
  const LOAD = 'KubeCPUOvercommit';
  /** Creates an offering and a cluster. By default, alerts with the name in `LOAD` may add nodes to the cluster. */
  async function growing(options: object = { alerts_adding_nodes: [LOAD] }, fields: object = {}) {
    const { store, people, customerUuid } = webhook;
    const offering = await webhook.create('marketplace-provider-offerings/', people.staff, {
      ...{ name: 'Clusters', type: 'Rancher', customer: customerUuid, plugin_options: options },
      service_settings: `https://paddock.example/api/service-settings/${webhook.provider}/`,
    });
    const cluster = await aClusterNamed('research-1');
    const changedCluster = changed(cluster, webhook.clock.now(), { offeringUuid: offering.uuid, ...fields });
    await store.commit(store.clusters.replace(changedCluster));
    const now = async () => (await store.clusters.get(cluster.uuid)).alertNodes;
    const refusals = async () => (await store.events.listByCluster(cluster.uuid)).map(({ message: text }) => text);
    return { now, refusals };
  }
  const firing = (fields: object = {}) => ({ ...alertOf({ alertname: LOAD, cluster_name: 'research-1' }), ...fields });

  test('ask the watch for a node, once however often they are repeated (S0-391)', async () => {
    const { now, refusals } = await growing();
    await webhook.alert(message(firing(), firing({ fingerprint: 'another' })));
    const asked = {
      alert: LOAD,
      key: '1a30ba71cca2921f/2026-03-01T12:00:00.000Z',
      at: webhook.clock.now().toISOString(),
    };
    expect([await now(), await refusals()]).toEqual([{ asked }, []]);
    await webhook.alert(message(firing()));
    expect(await now()).toEqual({ asked });
  });

  test('take the request back when they end (S0-391)', async () => {
    const { now } = await growing();
    await webhook.alert(message(firing()));
    await webhook.alert(message(firing({ status: 'resolved', fingerprint: 'another' })));
    expect(await now()).toHaveProperty('asked');
    await webhook.alert(message(firing({ status: 'resolved' })));
    expect(await now()).toEqual({});
  });

  test('ask for nothing where the offering does not list them (S0-391)', async () => {
    const { now, refusals } = await growing({});
    await webhook.alert(message(firing()));
    expect([await now(), await refusals()]).toEqual([undefined, []]);
  });

  test('are refused with the reason, once for each alert (S0-391)', async () => {
    const { now, refusals } = await growing({ alerts_adding_nodes: [LOAD] }, { state: 'ERRED' });
    await webhook.alert(message(firing()));
    await webhook.alert(message(firing()));
    const refused = `No node was added for the alert ${LOAD}: The cluster is ERRED, not OK.`;
    expect([await now(), await refusals()]).toEqual([undefined, [refused]]);
    const { items } = await webhook.store.audit.list({ visibility: 'all' }, { page: 1, pageSize: 100 });
    expect(items.filter(({ eventType }) => eventType === 'resource_alert_node_refused')).toMatchObject([
      { actor: { kind: 'job', name: 'alertmanager' }, message: 'Cluster research-1 gets no node for an alert.' },
    ]);
  });
});
