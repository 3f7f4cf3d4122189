import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/emulator/aws-environment';
import { startEmulator } from '#infra/local/emulator/emulator';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import { keycloakSessions } from '#shared/adapters/keycloak/keycloak-sessions';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { waldurSessions } from '#shared/adapters/waldur/waldur-sessions';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import type { SyncReport } from '#shared/app/providers/sync-job';
import { DEFAULT_SITE_SETTINGS } from '#shared/domain/_core/site-settings';
import type { SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { accessProvider } from '#test/access-provider';
import { openKeycloak } from '#test/contracts/keycloak/keycloak-under-test';
import { recordedRequests } from '#test/contracts/recorded-requests';
import { startSimulator } from '#test/contracts/start-simulator';
import { newTables } from '#test/integration/_worlds/new-store';
import { recordCalls } from '#test/integration/store/record-calls';
import type { BenchContext } from '../part.ts';
import type { AccessSize, Seeded } from './seed-access.ts';

const keycloakAccess = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });
const rancherAccess = z.object({ access_key: z.string(), secret_key: z.string() });

export type SyncCost = {
  report: SyncReport;
  /** Requests to Keycloak and Rancher, including logins. */
  requests: number;
  /** The number of requests that change something in a backend. */
  backendWrites: number;
  /** Writes to the table, without the two writes of the lease. */
  recordWrites: number;
  seconds: number;
};

/**
 * The emulator answers calls one after the other. The bench does not measure the emulator's speed, so the timeouts are
 * long.
 */
const PATIENT = { connectionTimeout: 20_000, requestTimeout: 60_000, throwOnRequestTimeout: true };
const MARSHALLING = { marshallOptions: { removeUndefinedValues: true } };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const isWrite = (request: string): boolean => !request.startsWith('GET ') && !request.endsWith(' logIn');

/** A provider on a separate empty table, with a simulated Keycloak and Rancher, and with the sync jobs as deployed. */
export async function startAccessWorld({ home, logDir, runDir, signal, undoLater }: BenchContext, size: AccessSize) {
  const emulator = await startEmulator({ home, logDir, runDir, signal });
  undoLater(emulator.stop);
  const aws = { endpoint: emulator.url, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS };
  const client = dynamoClient({ ...aws, requestHandler: PATIENT });
  const tables = await newTables(client);
  const store = dynamoStore({ ...tables, client, clock: systemClock });
  const [inKeycloak, inRancher] = await Promise.all([startSimulator('keycloak'), startSimulator('rancher')]);
  undoLater(() => inKeycloak.stop());
  undoLater(() => inRancher.stop());
  await inRancher.setDelays({ pace: 0.01 });
  const { admin } = keycloakAccess.parse(inKeycloak.printed);
  const printed = rancherAccess.parse(inRancher.printed);
  const key = { username: printed.access_key, password: printed.secret_key };
  const keycloak = await openKeycloak({ url: inKeycloak.url, admin, simulator: inKeycloak, stop: inKeycloak.stop });

  const { provider, secrets } = accessProvider('bench', { keycloak, rancher: { url: inRancher.url, key } });
  await store.commit(store.settings.insert(provider));
  const { asked, connect, connectKeycloak } = recordedRequests();
  const sessions = { secrets, stage: 'bench', connect, clock: systemClock };
  const backends = {
    keycloak: keycloakSessions({ ...sessions, connect: connectKeycloak }),
    rancher: rancherSessions(sessions),
    waldur: waldurSessions({ ...sessions, version: '0.0.0' }),
  };
  const brake = { maxShare: 0.2, always: 10 };
  const deps = {
    store,
    clock: systemClock,
    ids: randomIds,
    log: quiet,
    stage: 'bench',
    secrets,
    ...backends,
    brake,
    site: DEFAULT_SITE_SETTINGS,
  };
  const calls = recordCalls(client);

  async function pass(job: SyncJob): Promise<SyncCost> {
    asked.length = 0;
    calls.length = 0;
    const began = performance.now();
    const report = await syncProvider({ ...deps, keptMs: 600_000 }, { job, settingsUuid: provider.uuid });
    if (!report) throw new Error('another pass is at the provider');
    const writes = calls.filter(({ name }) => /Put|Update|Delete|Write/.test(name));
    return {
      ...{ report, requests: asked.length, backendWrites: asked.filter(isWrite).length },
      recordWrites: writes.filter(({ input }) => !JSON.stringify(input).includes('PASS_LEASE')).length,
      seconds: (performance.now() - began) / 1000,
    };
  }
  const rancher = await backends.rancher.open(provider);
  const owner = { stage: deps.stage, settingsUuid: provider.uuid };
  const table = { documents: DynamoDBDocumentClient.from(client, MARSHALLING), tableName: tables.tableName };
  const seeded: Seeded = { size, table, owner, keycloak, rancher };
  return { store, provider, keycloak, seeded, rancherAccount: { url: inRancher.url, key }, pass };
}
