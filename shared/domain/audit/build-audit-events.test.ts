import { describe, expect, test } from 'vitest';
import {
  aCluster,
  aCustomer,
  aGrant,
  aNode,
  anApiToken,
  anOrder,
  aResource,
  aUser,
  aUuid,
  someRancherSettings,
} from '#test/builders/builders';
import { EVENT_TYPES } from '../_core/event-type.ts';
import type { Actor } from './actor.ts';
import { buildAuditEvents, type RecordChange } from './build-audit-events.ts';

const ACTOR: Actor = { kind: 'user', userUuid: aUuid(), username: 'ada' };
const eventsOf = (...changes: RecordChange[]) =>
  buildAuditEvents({ actor: ACTOR, now: new Date('2026-03-01T12:00:00.000Z'), newUuid: aUuid }, changes);
const typeOf = (change: RecordChange): string | undefined => eventsOf(change)[0]?.eventType;

/** The type of the audit event for a change of a record's state. */
const move = (kind: string, record: object, before: string, after: string): string | undefined =>
  typeOf({ kind, before: { ...record, state: before }, after: { ...record, state: after } });

describe('a change of state', () => {
  test.each([
    ['ORDER', anOrder(), 'pending-consumer', 'executing', 'marketplace_order_approved'],
    ['ORDER', anOrder(), 'erred', 'executing', 'marketplace_order_retried'],
    ['ORDER', anOrder(), 'executing', 'done', 'marketplace_order_completed'],
    ['ORDER', anOrder(), 'executing', 'erred', 'marketplace_order_failed'],
    ['ORDER', anOrder(), 'executing', 'canceled', 'marketplace_order_terminated'],
    ['ORDER', anOrder(), 'pending-consumer', 'rejected', 'marketplace_order_rejected'],
    ['RESOURCE', aResource(), 'Creating', 'OK', 'marketplace_resource_create_succeeded'],
    ['RESOURCE', aResource(), 'Creating', 'Erred', 'marketplace_resource_create_failed'],
    ['RESOURCE', aResource(), 'OK', 'Terminating', 'marketplace_resource_terminate_requested'],
    ['RESOURCE', aResource(), 'Terminating', 'Terminated', 'marketplace_resource_terminate_succeeded'],
    ['RESOURCE', aResource(), 'Terminating', 'Erred', 'marketplace_resource_terminate_failed'],
    ['RESOURCE', aResource(), 'OK', 'Erred', 'marketplace_resource_erred_on_backend'],
    ['CLUSTER', aCluster(), 'CREATION_SCHEDULED', 'CREATING', 'resource_creation_started'],
    ['CLUSTER', aCluster(), 'CREATING', 'OK', 'resource_creation_succeeded'],
    ['CLUSTER', aCluster(), 'CREATING', 'ERRED', 'resource_creation_failed'],
    ['CLUSTER', aCluster(), 'OK', 'DELETION_SCHEDULED', 'resource_deletion_scheduled'],
    ['CLUSTER', aCluster(), 'DELETING', 'ERRED', 'resource_deletion_failed'],
    ['NODE', aNode(), 'CREATING', 'OK', 'resource_creation_succeeded'],
    ['NODE', aNode(), 'OK', 'ERRED', 'resource_erred'],
  ])('of %s %#: has Waldur’s event type (S0-167)', (kind, record, before, after, type) => {
    expect(move(kind, record, before, after)).toBe(type);
    expect(EVENT_TYPES).toContain(type);
  });
});

test('a change of a detail alone makes an event if a user makes it, and none if a step does', () => {
  const before = aNode({ state: 'OK' });
  const linked = { kind: 'NODE', before, after: { ...before, instanceId: 'server-1' } };
  expect(eventsOf(linked)).toMatchObject([
    { eventType: 'resource_update_succeeded', changes: [{ fields: { instanceId: { after: 'server-1' } } }] },
  ]);
  const step = { actor: { kind: 'step', name: 'create-server' } as const, now: new Date(), newUuid: aUuid };
  expect(buildAuditEvents(step, [linked])).toEqual([]);
});

test('a failure has the result failed', () => {
  const before = aCluster({ state: 'CREATING' });
  expect(eventsOf({ kind: 'CLUSTER', before, after: { ...before, state: 'ERRED' } })).toMatchObject([
    { result: 'failed' },
  ]);
});

test('changes of one write are one event, of the most important type, with each change', () => {
  const cluster = aCluster();
  const { customerUuid, projectUuid, resourceUuid } = cluster;
  const place = { customerUuid, projectUuid };
  const events = eventsOf(
    { kind: 'CLUSTER', after: cluster },
    { kind: 'ORDER', after: anOrder({ ...place, clusterUuid: cluster.uuid, resourceUuid, resourceName: 'demo' }) },
    { kind: 'RESOURCE', after: aResource({ ...place, uuid: resourceUuid, clusterUuid: cluster.uuid }) },
  );
  expect(events).toMatchObject([
    {
      eventType: 'marketplace_order_created',
      eventTypes: ['marketplace_order_created', 'marketplace_resource_create_requested', 'resource_creation_scheduled'],
      message: 'Order of demo has been created.',
      ...place,
      clusterUuid: cluster.uuid,
      resourceUuid,
    },
  ]);
});

test('changes of one write in two places are one event for each place', () => {
  const [here, there] = [aCluster(), aCluster()];
  const events = eventsOf({ kind: 'CLUSTER', after: here }, { kind: 'CLUSTER', after: there });
  expect(events.map(({ customerUuid, changes }) => [customerUuid, changes.length])).toEqual([
    [here.customerUuid, 1],
    [there.customerUuid, 1],
  ]);
});

test('changes of one write in many places are events of their customer, or of staff only', () => {
  const customerUuid = aUuid();
  const many = (fields: object) => Array.from({ length: 20 }, () => ({ kind: 'CLUSTER', after: aCluster(fields) }));
  const [event, ...others] = eventsOf(...many({ customerUuid }));
  expect(others).toEqual([]);
  expect([event?.customerUuid, event?.projectUuid, event?.clusterUuid]).toEqual([customerUuid, undefined, undefined]);
  expect(eventsOf(...many({})).map((event) => [event.customerUuid, event.projectUuid])).toEqual([
    [undefined, undefined],
  ]);
});

test.each([
  ['health', 'CLUSTER', aCluster(), { runtimeState: 'unavailable', capacity: { cpu: '8' } }],
  ['what is being done', 'CLUSTER', aCluster(), { currentStep: 'Waiting', operationUuid: aUuid() }],
  ['figures of a node', 'NODE', aNode(), { facts: {}, runtimeState: 'active', volumeIds: ['v'] }],
  ['what a secret was replaced by last', 'SETTINGS', someRancherSettings(), { retiredSecrets: [] }],
])('%s makes no event', (_what, kind, before, fields) => {
  expect(eventsOf({ kind, before, after: { ...before, ...fields } })).toEqual([]);
});

describe('secrets in the audit', () => {
  test('an API token is shown by its name, never by its hash', () => {
    const after = anApiToken({ name: 'laptop', hash: 'c0ffee' });
    expect(JSON.stringify(eventsOf({ kind: 'TOKEN', after }))).not.toContain('c0ffee');
    expect(eventsOf({ kind: 'TOKEN', before: after })).toMatchObject([{ eventType: 'pat_revoked' }]);
  });

  test('an event shows that credentials were replaced, but not their values', () => {
    const before = someRancherSettings();
    const after = { ...before, secretRevisions: { rancher: aUuid() } };
    const [event] = eventsOf({ kind: 'SETTINGS', before, after });
    expect(event?.changes).toMatchObject([{ fields: { secretRevisions: {} } }]);
    expect(JSON.stringify(event)).not.toContain(after.secretRevisions.rancher);
  });

  test('a document of an operator is shown by name only', () => {
    const before = someRancherSettings();
    const after = { ...before, options: { ...before.options, cloudInitTemplate: 'password: hunter2' } };
    const [event] = eventsOf({ kind: 'SETTINGS', before, after });
    expect(event?.changes[0]?.fields).toEqual({ 'options.cloudInitTemplate': {} });
  });
});

test('a nested field is shown by itself, and a long text is cut', () => {
  const before = someRancherSettings();
  const after = {
    ...before,
    options: { ...before.options, k8sVersion: 'v1.32.0+rke2r1' },
    errorMessage: 'x'.repeat(1000),
  };
  const fields = eventsOf({ kind: 'SETTINGS', before, after })[0]?.changes[0]?.fields;
  expect(Object.keys(fields ?? {}).sort()).toEqual(['errorMessage', 'options.k8sVersion']);
  expect(String(fields?.errorMessage?.after)).toHaveLength(301);
});

test.each([
  ['a role in a project', 'GRANT', aGrant({ scopeType: 'project', role: 'PROJECT.ADMIN' }), 'role_granted'],
  ['a customer', 'CUSTOMER', aCustomer(), 'customer_creation_succeeded'],
  ['a user', 'USER', aUser(), 'user_creation_succeeded'],
])('%s that is made has Waldur’s event type', (_what, kind, after, type) => {
  expect(typeOf({ kind, after })).toBe(type);
});

test('kinds without an audit schema, and rows that are no records, make no events', () => {
  expect(
    eventsOf({ kind: 'COMPONENT_USAGE', after: {} }, { kind: 'CLAIM', after: {} }, { kind: '', before: {} }),
  ).toEqual([]);
});

test('activating or deactivating a user has its own event type', () => {
  const before = aUser();
  expect(typeOf({ kind: 'USER', before, after: { ...before, isActive: false } })).toBe('user_deactivated');
  expect(typeOf({ kind: 'USER', before: { ...before, isActive: false }, after: before })).toBe('user_activated');
});
