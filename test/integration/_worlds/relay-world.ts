import { relayHandler } from '#functions/webhooks/relays/relay-handler';
import { type RelayReport, relayOrders } from '#shared/contracts/relay-exchange';
import { VERSION } from '#shared/contracts/version';
import { changed } from '#shared/domain/_core/record';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { settingsSecretName } from '#shared/domain/providers/service-settings';
import { aUuid } from '#test/builders/builders';
import { recordingTelemetry } from '#test/recording-telemetry';
import { type ClusterApiWorld, clusterApiWorldPerFile } from './cluster-api-world.ts';
import { recordingLog } from './recording-log.ts';

export const RELAY_TOKEN = '1f8b3c6a9d2e4f70a5c8e1b4d7f0a3c6';
type Got = { status: number; body: unknown; clusters: ReturnType<typeof relayOrders.parse>['clusters'] };

/**
 * A Cluster API world whose clusters have machines in a simulated OpenStack. Relays may report to Paddock for the
 * world's management cluster.
 */
export type RelayWorld = ClusterApiWorld & {
  /** Sends a relay's request and returns the answer. The default of `bearer` is the provider's token. */
  send(body: unknown, bearer?: string): Promise<Got>;
  handler: ReturnType<typeof relayHandler>;
  /** Sends a relay's report that it reaches these clusters. */
  report(name: string, clusters?: readonly string[], more?: Partial<RelayReport>): Promise<Got>;
};

export const aReport = (name: string, clusters: readonly string[] = []): RelayReport => ({
  ...{ name, version: VERSION, address: '192.0.2.5', port: 44_355 },
  clusters: clusters.map((serverName) => ({ serverName, isReachable: true })),
});

/** Allows relays with RELAY_TOKEN to report for the world's management cluster. */
async function withToken(world: ClusterApiWorld): Promise<ClusterApiWorld> {
  const { store, secrets, stage, clock } = world;
  const found = world.managementSettings;
  const managementSettings = changed(found, clock.now(), {
    secretRevisions: { ...found.secretRevisions, webhook: aUuid() },
  });
  await secrets.put(settingsSecretName(stage, 'webhook', managementSettings), JSON.stringify({ secret: RELAY_TOKEN }));
  await store.commit(store.settings.replace(managementSettings));
  return { ...world, managementSettings };
}

/** Adds the manifests of the add-ons that a cluster in the cloud needs. */
async function addAddOns({ clusterApi, managementSettings }: ClusterApiWorld): Promise<void> {
  const api = await clusterApi.open(managementSettings);
  const daemon = { kind: 'DaemonSet', spec: { containers: [{ name: 'a', image: 'quay.io/calico/node:v3' }] } };
  for (const name of ['paddock-calico-v3.32.1', 'paddock-cinder-csi-v1.32.0']) {
    await api.apply({ ...KINDS.configMap, metadata: { name }, data: { 'all.yaml': JSON.stringify(daemon) } });
  }
}

/** Starts the world of a test file. Call this at the top of the file. */
export async function relayWorldPerFile(): Promise<RelayWorld> {
  const world = await withToken(await clusterApiWorldPerFile({ infrastructure: 'openstack' }));
  await world.management.setDelays({ pace: 0.001 });
  await addAddOns(world);
  const { uuid } = world.managementSettings;
  const handler = relayHandler({ ...world.deps, ...recordingTelemetry(), log: recordingLog() });
  const send = async (body: unknown, bearer = `${uuid}.${RELAY_TOKEN}`): Promise<Got> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
    const requestContext = { http: { method: 'POST' } };
    const answer = await handler({ rawPath: '/webhooks/relays', headers, requestContext, body: JSON.stringify(body) });
    const read = answer.body ? JSON.parse(answer.body) : undefined;
    return { status: answer.statusCode ?? 0, body: read, clusters: relayOrders.safeParse(read).data?.clusters ?? [] };
  };
  return { ...world, handler, send, report: (name, clusters, more) => send({ ...aReport(name, clusters), ...more }) };
}
