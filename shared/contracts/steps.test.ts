import { expect, test } from 'vitest';
import { stepCall, steps } from './steps.ts';

test.each([
  ['keycloak.settleMembership', steps.keycloak.reconcileMembership.name],
  ['rancher.settleBinding', steps.rancher.syncRoleBinding.name],
  ['access.passProvider', steps.access.syncProvider.name],
])('an execution of an older release calls %s, and runs the present step', (former, today) => {
  expect(stepCall.parse({ step: former, correlationId: 'x-1', input: {} }).step).toBe(today);
});
