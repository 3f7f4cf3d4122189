import { z } from 'zod';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/emulator/aws-environment';
import { startEmulator } from '#infra/local/emulator/emulator';
import { clusterApiSessions } from '#shared/adapters/cluster-api/cluster-api-sessions';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import { openstackSessions } from '#shared/adapters/openstack/openstack-sessions';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { pullCluster } from '#shared/app/clusters/pull-cluster';
import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import { watchClusters } from '#shared/app/reconciliation/watch-clusters';
import { secretName } from '#shared/domain/_core/secret-name';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { aTenant, someOpenStackSettings, someRancherSettings, staff } from '#test/builders/builders';
import { recordedRequests } from '#test/contracts/recorded-requests';
import { startSimulator } from '#test/contracts/start-simulator';
import { storedSecrets } from '#test/contracts/stored-secrets';
import { newTables } from '#test/integration/_worlds/new-store';
import { recordCalls } from '#test/integration/store/record-calls';
import { aWatchedCluster } from '#test/watched-clusters';
import type { Figure } from '../figure.ts';
import type { BenchContext, Part } from '../part.ts';

const FULL = { clusters: 100, large: { server: 3, agent: 197 } };
const SMALL = { clusters: 2, large: { server: 1, agent: 2 } };
const project = z.object({
  id: z.string(),
  application_credential_id: z.string(),
  application_credential_secret: z.string(),
});
const cloudAccess = z.object({ auth_url: z.string(), projects: z.object({ demo: project, other: project }) });
const rancherAccess = z.object({ access_key: z.string(), secret_key: z.string() });
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Long timeouts, because the emulator answers calls one at a time. This part does not measure the emulator's speed. */
const PATIENT = { connectionTimeout: 20_000, requestTimeout: 60_000, throwOnRequestTimeout: true };
const STAGE = 'bench';

async function startSimulators({ undoLater }: BenchContext) {
  const [cloud, rancher] = await Promise.all([startSimulator('openstack'), startSimulator('rancher')]);
  undoLater(() => cloud.stop());
  undoLater(() => rancher.stop());
  await cloud.setDelays({ serverBuild: 10, serverDelete: 10, volumeCreate: 0, volumeDelete: 10 });
  await rancher.setDelays({ pace: 0.01 });
  return { rancher, access: cloudAccess.parse(cloud.printed), key: rancherAccess.parse(rancher.printed) };
}

async function openTable({ home, logDir, runDir, signal, undoLater }: BenchContext) {
  const emulator = await startEmulator({ home, logDir, runDir, signal });
  undoLater(emulator.stop);
  const aws = { endpoint: emulator.url, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
  const client = dynamoClient({ ...aws, requestHandler: PATIENT });
  const store = dynamoStore({ ...(await newTables(client)), client, clock: systemClock });
  return { store, calls: recordCalls(client) };
}

/**
 * Two tenants of one simulated cloud, and one simulated Rancher. The database table has no other records at the start.
 */
export async function startPullWorld(context: BenchContext) {
  const [{ rancher: simulator, access, key }, { store, calls }] = await Promise.all([
    startSimulators(context),
    openTable(context),
  ]);
  const settings = someRancherSettings();
  settings.options.backendUrl = simulator.url;
  const cloud = someOpenStackSettings();
  cloud.options.backendUrl = access.auth_url;
  const { demo, other } = access.projects;
  const tenants = [demo, other].map(({ id }) => aTenant({ settingsUuid: cloud.uuid, backendId: id }));
  const [one = aTenant(), two = aTenant()] = tenants;
  const credentialOf = (of: typeof demo) => ({
    ...{ id: of.application_credential_id, secret: of.application_credential_secret },
  });
  const secrets = storedSecrets({
    [secretName(STAGE, 'rancher', settings.uuid)]: { username: key.access_key, password: key.secret_key },
    [secretName(STAGE, 'openstack', one.uuid)]: credentialOf(demo),
    [secretName(STAGE, 'openstack', two.uuid)]: credentialOf(other),
  });
  await store.commit(
    ...[settings, cloud].map((item) => store.settings.insert(item)),
    ...tenants.map((tenant) => store.tenants.insert(tenant)),
  );
  const { asked, connect } = recordedRequests();
  const sessions = { secrets, stage: STAGE, connect, clock: systemClock };
  const settingsOf = (uuid: string) => cloudSettingsOf({ store }, uuid);
  const openstack = openstackSessions({ ...sessions, settingsOf });
  const rancher = rancherSessions(sessions);
  const deps = {
    ...{ store, openstack, rancher, clusterApi: clusterApiSessions({ ...sessions, clock: systemClock }) },
    ...{ clock: systemClock, ids: randomIds, log: quiet },
    ...{ site: DEFAULT_SITE_SETTINGS, pullTimeoutMs: 60_000 },
  };
  const placeOf = async (tenant: typeof one) => ({
    ...{ store, settings, tenant, rancherUrl: simulator.url },
    ...{ rancher: await rancher.open(settings), session: await openstack.open(tenant) },
  });
  const backend = { url: simulator.url, key: { username: key.access_key, password: key.secret_key } };
  return { deps, asked, calls, backend, places: { one: await placeOf(one), two: await placeOf(two) } };
}

export type Cost = { requests: number; writes: number; seconds: number };
type World = Awaited<ReturnType<typeof startPullWorld>>;

export async function costOf({ asked, calls }: World, work: () => Promise<unknown>): Promise<Cost> {
  asked.length = 0;
  calls.length = 0;
  const began = performance.now();
  await work();
  const writes = calls.filter(({ name }) => /Put|Update|Delete|Write/.test(name)).length;
  return { requests: asked.length, writes, seconds: (performance.now() - began) / 1000 };
}

function figuresOf(what: string, { requests, writes, seconds }: Cost, mostRequests: number): Figure[] {
  return [
    { name: `${what}: backend requests`, value: requests, unit: 'requests', atMost: mostRequests },
    { name: `${what}: writes to the table`, value: writes, unit: 'writes', atMost: 0 },
    { name: `${what}: duration`, value: seconds, unit: 's', note: 'against simulators and the emulator' },
  ];
}

async function measurePulls(context: BenchContext): Promise<Figure[]> {
  const { progress, isSmall } = context;
  const { clusters, large: shape } = isSmall ? SMALL : FULL;
  const nodes = shape.server + shape.agent;
  const world = await startPullWorld(context);
  const { deps, places } = world;
  progress(`making a cluster of ${nodes} nodes`);
  const { uuid } = await aWatchedCluster(places.one, 'large', shape);
  await pullCluster(deps, staff(), uuid);
  const large = await costOf(world, () => pullCluster(deps, staff(), uuid));
  progress(`one pull: ${large.requests} requests, ${large.seconds.toFixed(2)} s`);
  progress(`making ${clusters - 1} more clusters`);
  for (let index = 2; index <= clusters; index += 1) {
    await aWatchedCluster(places.two, `small-${index}`, { server: 1, agent: 1 });
  }
  await watchClusters(deps);
  const all = await costOf(world, () => watchClusters(deps));
  progress(`a sync: ${all.requests} requests, ${all.seconds.toFixed(2)} s`);
  return [
    ...figuresOf(`pull of a cluster of ${nodes} nodes, nothing changed`, large, 4),
    // At most two requests for each cluster, and one for the list of Rancher's clusters.
    ...figuresOf(`pass of the watch over ${clusters} clusters, nothing changed`, all, 2 * clusters + 1),
  ];
}

export const pullsPart: Part = {
  name: 'pulls',
  about: `pulls where nothing has changed: one cluster of 200 nodes, and all of ${FULL.clusters} clusters`,
  measures: ['shared', 'package-lock.json'],
  run: measurePulls,
};
