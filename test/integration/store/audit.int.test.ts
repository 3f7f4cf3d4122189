import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import type { Actor } from '#shared/domain/audit/actor';
import { clusterMovesTo } from '#shared/domain/clusters/cluster';
import { actingAs } from '#shared/runtime/acting-user';
import { aCluster, aCustomer, aGrant, aNode, aUser, aUuid } from '#test/builders/builders';
import { newStore, type TestStore } from '../_worlds/new-store.ts';
import { recordCalls } from './record-calls.ts';

const ADA: Actor = { kind: 'user', userUuid: aUuid(), username: 'ada', sourceAddress: '192.0.2.7' };
const FIRST = { page: 1, pageSize: 10 };

let given: TestStore;
beforeEach(async () => {
  given = await newStore();
});

const events = async (within: object = {}) =>
  (await given.store.audit.list({ visibility: 'all', ...within }, FIRST)).items;

test('a change is audited with who, what, from where, before and after, in the transaction that makes it (S0-167)', async () => {
  const { store, client, clock } = given;
  const customer = aCustomer({ name: 'Acme' });
  const calls = recordCalls(client);
  await actingAs(ADA, () => store.commit(store.customers.insert(customer)));
  await actingAs(ADA, () =>
    store.commit(store.customers.replace(changed(customer, clock.now(), { name: 'Acme Ltd' }))),
  );
  expect(calls.map(({ name }) => name)).toEqual(['TransactWriteItemsCommand', 'TransactWriteItemsCommand']);
  const [renamed] = await events({ eventTypes: ['customer_update_succeeded'] });
  expect(renamed).toMatchObject({
    eventType: 'customer_update_succeeded',
    message: 'Customer Acme Ltd has been changed.',
    result: 'success',
    actor: ADA,
    customerUuid: customer.uuid,
    changes: [{ action: 'update', uuid: customer.uuid, fields: { name: { before: 'Acme', after: 'Acme Ltd' } } }],
  });
});

test('events stand in a table of their own, for roles that may change records may not change those (S0-167)', async () => {
  const { store, client, tableName, auditTableName } = given;
  await store.commit(store.customers.insert(aCustomer()));
  const kindsIn = async (TableName: string) => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    return Items.map(({ kind }) => kind?.S);
  };
  expect(await kindsIn(tableName)).not.toContain('AUDIT');
  expect(await kindsIn(auditTableName)).toEqual(['AUDIT']);
});

test('what was read by another process is read again, so that no change is audited without the values of before', async () => {
  const { store, clock } = given;
  const customer = aCustomer({ name: 'Acme' });
  await store.commit(store.customers.insert(customer));
  const { dynamoStore } = await import('#shared/adapters/dynamodb/dynamo-store');
  const other = dynamoStore(given);
  await other.commit(other.customers.replace(changed(customer, clock.now(), { name: 'Acme Ltd' })));
  const [renamed] = await events({ eventTypes: ['customer_update_succeeded'] });
  expect(renamed?.changes[0]?.fields).toEqual({ name: { before: 'Acme', after: 'Acme Ltd' } });
});

test('a write that is refused is not audited, and nothing is written when the event cannot be', async () => {
  const { store, clock } = given;
  const customer = aCustomer();
  await store.commit(store.customers.insert(customer));
  const late = store.customers.replace(changed(customer, clock.now(), { name: 'late' }));
  await store.commit(store.customers.replace(changed(customer, clock.now(), { name: 'first' })));
  await expect(store.commit(late)).rejects.toMatchObject({ name: 'Conflict' });
  expect((await events()).map(({ eventType }) => eventType).sort()).toEqual([
    'customer_creation_succeeded',
    'customer_update_succeeded',
  ]);
});

test('a look that changes no more than health and figures is not audited, and costs what it did', async () => {
  const { store, client, clock } = given;
  const cluster = aCluster();
  await store.commit(store.clusters.insert(cluster));
  const calls = recordCalls(client);
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), { runtimeState: 'active', capacity: {} })));
  expect(calls.map(({ name }) => name)).toEqual(['PutItemCommand']);
  expect(await events({ clusterUuid: cluster.uuid })).toHaveLength(1);
});

test("a cluster's events are those of its nodes, too, newest first, by the machine that brought them about (S0-167)", async () => {
  const { store, clock } = given;
  const cluster = aCluster({ state: 'CREATION_SCHEDULED' });
  const { customerUuid, projectUuid } = cluster;
  const node = aNode({ clusterUuid: cluster.uuid, customerUuid, projectUuid, state: 'CREATING' });
  await store.commit(store.clusters.insert(cluster), store.nodes.insert(node));
  clock.advance(1000);
  const operationUuid = aUuid();
  await actingAs({ kind: 'step', name: 'records.beginOrder', operationUuid }, () =>
    store.commit(store.clusters.replace(clusterMovesTo(cluster, 'CREATING', clock.now()))),
  );
  expect(await events({ clusterUuid: cluster.uuid })).toMatchObject([
    { eventType: 'resource_creation_started', actor: { kind: 'step', operationUuid } },
    { eventType: 'resource_creation_scheduled', changes: [{ model: 'Rancher.Cluster' }, { model: 'Rancher.Node' }] },
  ]);
});

test('roles that are given, prolonged and taken away are audited in their place', async () => {
  const { store } = given;
  const grant = aGrant({ scopeType: 'project', role: 'PROJECT.MEMBER' });
  const longer = { ...grant, expiresAt: '2027-01-01T00:00:00.000Z' };
  await store.commit(store.grants.insert(grant));
  await store.commit(store.grants.replace(grant, longer));
  await store.commit(store.grants.remove(longer));
  const found = await events({ projectUuid: grant.scopeUuid, customerUuid: grant.customerUuid });
  expect(found.map(({ eventType }) => eventType).sort()).toEqual(['role_granted', 'role_revoked', 'role_updated']);
});

test('what is of no customer is for those who see everything', async () => {
  const { store } = given;
  await store.commit(store.users.insert(aUser()));
  const visibility = { customers: [aUuid()], projects: [] };
  expect((await store.audit.list({ visibility }, FIRST)).items).toEqual([]);
  expect(await events()).toHaveLength(1);
});

test('events are gone when their time is over', async () => {
  const { store, clock } = given;
  await store.commit(store.customers.insert(aCustomer()));
  const [event] = await events();
  clock.advance(401 * 24 * 3600 * 1000);
  expect(await events()).toEqual([]);
  expect(await store.audit.find(event?.uuid ?? '')).toBeUndefined();
});
