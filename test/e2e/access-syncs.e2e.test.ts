import { DescribeExecutionCommand, paginateListExecutions, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { apiClient } from '#infra/local/api-client';
import { announcements } from '#infra/local/simulators';
import { dynamoClient } from '#shared/adapters/dynamodb/_core/table';
import { dynamoStore } from '#shared/adapters/dynamodb/dynamo-store';
import { groupAttributes } from '#shared/domain/cluster-access/groups/group-names';
import type { SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import { systemClock } from '#shared/runtime/clock-and-ids';
import { aUuid } from '#test/builders/builders';
import { type OpenedKeycloak, openKeycloak } from '#test/contracts/keycloak/keycloak-under-test';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { clientOptions, STAGE, stackOutputs } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { retireProvider } from './_worlds/retire-provider.ts';
import { runSync, syncMachine } from './access/run-pass.ts';

const { endpoints } = ownCloud();
const stateMachineArn = syncMachine(STAGE);
const client = new SFNClient(clientOptions(endpoints));
const SUCCEEDED = { status: 'SUCCEEDED', error: undefined };
const ENDS = { interval: 200, timeout: 90_000 };
const made = z.object({ uuid: z.string() });
const account = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });

let keycloak: OpenedKeycloak;
let rancher: Simulator;
let provider: string;
let refused: string;
beforeAll(async () => {
  const simulator = await startSimulator('keycloak');
  const { admin } = account.parse(simulator.printed);
  keycloak = await openKeycloak({ url: simulator.url, admin, simulator, stop: simulator.stop });
  rancher = await startSimulator('rancher');
  const { url, access_key, secret_key } = announcements.rancher.parse(rancher.printed);
  const add = async (name: string, password: string) => {
    const options = {
      ...{ backend_url: url, username: access_key, password, base_image_name: 'ubuntu-24.04' },
      ...{ keycloak_url: simulator.url, keycloak_realm: keycloak.realm, keycloak_user_realm: 'master' },
      ...{ keycloak_username: admin.username, keycloak_password: admin.password },
    };
    const staff = apiClient(endpoints.api, endpoints.tokens.staff);
    return (await staff.post('service-settings/', { type: 'Rancher', name, options }, made)).uuid;
  };
  refused = await add('With a password that Rancher does not take', 'wrong-password');
  provider = await add('With people', secret_key);
}, 60_000);
afterAll(async () => {
  for (const settings of [provider, refused]) await retireProvider(endpoints, settings);
  await keycloak.close();
  await rancher.stop();
});

const run = (job: SyncJob) => runSync(endpoints, STAGE, job);

test('a schedule starts the passes over those who wait by itself (S0-141)', async () => {
  const started = async () => {
    const jobs: unknown[] = [];
    for await (const { executions = [] } of paginateListExecutions(
      { client },
      { stateMachineArn, statusFilter: 'SUCCEEDED' },
    )) {
      for (const { executionArn } of executions) {
        const { input = '{}' } = await client.send(new DescribeExecutionCommand({ executionArn }));
        jobs.push(JSON.parse(input).job);
      }
    }
    return jobs;
  };
  await expect.poll(started, ENDS).toContain('sync_keycloak_users');
});

test('a provider with a refused account keeps no other from being synced, and is reported (S0-142)', async () => {
  expect(await run('sync_rancher_roles')).toEqual({ status: 'FAILED', error: 'BackendUnauthorized' });
  const dynamo = dynamoClient(clientOptions(endpoints));
  const { TableName: tableName, AuditTableName: auditTableName } = await stackOutputs(endpoints);
  const store = dynamoStore({ tableName, auditTableName, client: dynamo, clock: systemClock });
  expect(await store.roleTemplates.listByProvider(provider)).toContainEqual(
    expect.objectContaining({ scopeType: 'cluster', name: 'cluster-owner' }),
  );
  expect(await store.roleTemplates.listByProvider(refused)).toEqual([]);
});

test('a group with our mark that nothing speaks for goes at the second run, one of somebody else stays (S0-143, S0-146)', async () => {
  const [ours, foreign] = [aUuid(), aUuid()];
  const realm = keycloak.keycloak;
  const attributes = groupAttributes({ stage: STAGE, settingsUuid: provider }, ours);
  await realm.createTopGroup({ name: `c_${ours}`, attributes });
  await realm.createTopGroup({ name: `c_${foreign}`, attributes: {} });
  for (let time = 1; time <= 2; time += 1) {
    expect(await realm.findGroupAt(`c_${ours}`), `before run ${time}`).toBeDefined();
    expect(await run('delete_leftover_keycloak_groups')).toEqual(SUCCEEDED);
  }
  expect(await realm.findGroupAt(`c_${ours}`)).toBeUndefined();
  expect(await realm.findGroupAt(`c_${foreign}`)).toBeDefined();
});

test.each<SyncJob>(['sync_keycloak_users', 'delete_leftover_keycloak_memberships'])(
  '%s runs to its end',
  async (job) => {
    expect(await run(job)).toEqual(SUCCEEDED);
  },
);
