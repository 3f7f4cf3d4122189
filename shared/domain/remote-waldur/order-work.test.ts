import { expect, test } from 'vitest';
import { anOrder, aResource, aUuid } from '#test/builders/builders';
import type { Order, OrderState } from '../marketplace/order.ts';
import type { Resource } from '../marketplace/resource.ts';
import { beginningOf, knownLimits, limitProblem, localOrderUuid, localResourceUuid, workOf } from './order-work.ts';

const names = { description: '', limits: { cpu: 2 }, projectSlug: 'p', customerSlug: 'c' };
const orderHere = (state: OrderState, isFailureReported = false): Order =>
  anOrder({ state, rancherProject: { ...names, remote: { uuid: aUuid(), isFailureReported } } });

test.each([
  ['pending-provider', undefined, 'approve'],
  ['pending-consumer', undefined, 'wait'],
  ['done', undefined, 'wait'],
  ['executing', undefined, 'begin'],
  ['executing', orderHere('executing'), 'wait'],
  ['executing', orderHere('done'), 'report-done'],
  ['executing', orderHere('erred'), 'report-failure'],
  ['executing', orderHere('erred', true), 'retry'],
] as const)('a remote order that is %s: %#', (state, local, work) => {
  expect(workOf({ state }, local)).toBe(work);
});

const project = {
  ...names,
  ...{ backendId: 'c-1:p-1', clusterId: 'c-1', projectName: 'waldur-shop', role: 'workloads-manage' },
  ...{ settingsUuid: aUuid(), lastOrderUuid: aUuid() },
};
const resourceHere = (fields: Partial<Pick<Resource, 'state' | 'pendingOrderUuid'>>): Resource =>
  aResource({ state: 'OK', rancherProject: project, ...fields });

test.each([
  ['Create', undefined, { begin: 'create' }],
  ['Create', resourceHere({}), { begin: 'nothing' }],
  ['Create', resourceHere({ state: 'Terminated' }), { refuse: expect.stringContaining('terminated') }],
  ['Restore', undefined, { refuse: expect.stringContaining('Restore') }],
  ['Update', undefined, { begin: 'adopt' }],
  ['Update', resourceHere({}), { begin: 'order' }],
  ['Update', resourceHere({ pendingOrderUuid: aUuid() }), { begin: 'wait' }],
  ['Update', resourceHere({ state: 'Terminated' }), { refuse: expect.stringContaining('terminated') }],
  ['Terminate', undefined, { begin: 'adopt' }],
  ['Terminate', resourceHere({}), { begin: 'order' }],
  ['Terminate', resourceHere({ state: 'Terminated' }), { begin: 'nothing' }],
] as const)('an order %s for which nothing was done begins by what Paddock has: %#', (type, resource, expected) => {
  expect(beginningOf(type, resource, { cpu: 8 })).toEqual(expected);
});

test('a change to the limits that apply is fulfilled, but not while the resource has failed', () => {
  expect(beginningOf('Update', resourceHere({}), { cpu: 2 })).toEqual({ begin: 'nothing' });
  expect(beginningOf('Update', resourceHere({ state: 'Erred' }), { cpu: 2 })).toEqual({ begin: 'order' });
});

test('limits of unknown components are left out, and fractions are rounded up', () => {
  expect(knownLimits([{ type: 'cpu' }, { type: 'ram' }], { cpu: 1.2, pods: 4, toString: 3 })).toEqual({ cpu: 2 });
});

test.each([
  [{ cpu: -1 }, 'The limit of cpu must be between 0 and 64.'],
  [{ cpu: 64.5 }, 'The limit of cpu must be between 0 and 64.'],
  [{ ram: 2 ** 53 - 1 }, 'The limit of ram must be between 0 and 1000000000.'],
  [{ ram: 1e300 }, 'The limit of ram must be between 0 and 1000000000.'],
  [{ cpu: 64, ram: 0.5, pods: -1 }, undefined],
])('limits %j of a remote order are refused unless they can be kept: %s', (limits, problem) => {
  expect(limitProblem([{ type: 'cpu', max_value: 64 }, { type: 'ram' }], limits)).toBe(problem);
});

test('uuids here follow from the offering and the remote uuid', () => {
  const [offering, remote] = [aUuid(), aUuid()];
  expect(localOrderUuid(offering, remote)).toBe(localOrderUuid(offering, remote));
  expect(localOrderUuid(offering, remote)).not.toBe(localOrderUuid(aUuid(), remote));
  expect(localOrderUuid(offering, remote)).not.toBe(localResourceUuid(offering, remote));
});
