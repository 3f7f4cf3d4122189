import { describe, expect, test } from 'vitest';
import { anOrder, aUuid } from '#test/builders/builders';
import { anOffering, aTenantOffering } from '#test/builders/offering-builders';
import { CLUSTER_NAME, NOT_RESERVED } from '../planning/order-attributes.ts';
import type { PluginOptions } from '../providers/plugin-options.ts';
import {
  attributesOf,
  isPendingProvider,
  managedAttributesOf,
  type OrderState,
  orderMovesTo,
  orderState,
} from './order.ts';

const NOW = new Date('2026-03-01T12:05:00.000Z');
const ALLOWED: Readonly<Record<OrderState, readonly OrderState[]>> = {
  'pending-consumer': ['pending-provider', 'executing', 'canceled', 'rejected'],
  'pending-provider': ['executing', 'canceled', 'rejected'],
  executing: ['done', 'erred', 'canceled'],
  erred: ['executing', 'canceled'],
  done: [],
  canceled: [],
  rejected: [],
};

test('an order without attributes cannot be planned', () => {
  const order = anOrder({ attributes: undefined });
  for (const attributes of [attributesOf, managedAttributesOf]) {
    expect(() => attributes(order)).toThrow(
      expect.objectContaining({
        name: 'Misconfigured',
        message: `Order ${order.uuid} has no attributes from which to plan a cluster.`,
      }),
    );
  }
});

describe('an order’s state', () => {
  test.each(orderState.options)('changes from %s only as the table allows, and never stays the same', (from) => {
    const reached = orderState.options.filter((to) => {
      try {
        return orderMovesTo(anOrder({ state: from }), to, NOW).state === to;
      } catch (error) {
        expect(error).toMatchObject({
          name: 'Conflict',
          message: `The order cannot change from state ${from} to state ${to}.`,
        });
        return false;
      }
    });
    expect(new Set(reached)).toEqual(new Set(ALLOWED[from]));
  });

  test('sets new fields, the next version and the time', () => {
    const from = anOrder({ state: 'executing' });
    const completedAt = NOW.toISOString();
    expect(orderMovesTo(from, 'done', NOW, { completedAt })).toEqual({
      ...from,
      ...{ state: 'done', completedAt, version: 1, modified: completedAt },
    });
  });
});

describe('a cluster’s name', () => {
  test.each(['abc', 'a-1', 'my-cluster', '0ab', 'a--b'])('may be %s', (name) => {
    expect(CLUSTER_NAME.test(name)).toBe(true);
  });
  test.each(['ab', 'a', 'New', 'new_cluster', '-abc', 'abc-', 'a.b', '', 'abc\n', 'a b'])('may not be %j', (name) => {
    expect(CLUSTER_NAME.test(name)).toBe(false);
  });
  test.each([
    ['local', false],
    ['c-abcde', false],
    ['c-12345', false],
    ['c-abcd', true],
    ['c-abcdef', true],
    ['c-ab-de', true],
    ['locals', true],
    ['my-c-abcde', true],
  ])('%s is not reserved by Rancher: %s', (name, isFree) => {
    expect(NOT_RESERVED.test(name)).toBe(isFree);
  });
});

const [provider, another] = [aUuid(), aUuid()];
const selling = (options: Partial<PluginOptions>) =>
  anOffering({ customerUuid: provider, pluginOptions: { deployment_mode: 'self_managed', ...options } });

test.each([
  ['has no option for it', {}, another, false],
  ['approves orders by itself', { auto_approve_remote_orders: true }, another, false],
  ['does not', { auto_approve_remote_orders: false }, another, true],
  ['never does, not even for its own customer', { auto_approve_remote_orders: false }, provider, true],
  [
    'does so for its own customer, which this one is',
    { auto_approve_remote_orders: false, auto_approve_in_service_provider_projects: true },
    provider,
    false,
  ],
  [
    'does so for its own customer, which this one is not',
    { auto_approve_remote_orders: false, auto_approve_in_service_provider_projects: true },
    another,
    true,
  ],
])('an order at an offering that %s: %j', (_, options, customerUuid, waits) => {
  expect(isPendingProvider(selling(options), { customerUuid })).toBe(waits);
});

test('a deleted offering, or a cloud, requires no approval', () => {
  expect(isPendingProvider(undefined, { customerUuid: another })).toBe(false);
  expect(isPendingProvider(aTenantOffering(), { customerUuid: another })).toBe(false);
});
