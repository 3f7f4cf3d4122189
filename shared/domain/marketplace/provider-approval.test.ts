import { expect, test } from 'vitest';
import { aUuid } from '#test/builders';
import { anOffering, aTenantOffering } from '#test/offering-builders';
import type { PluginOptions } from '../providers/plugin-options.ts';
import { isPendingProvider } from './provider-approval.ts';

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
