import { expect, test } from 'vitest';
import { BackendQuotaExceeded } from '#shared/errors';
import { classifyQuotaRefusal } from './quota-refusal.ts';

// Texts as a real OpenStack 2026.2 gave them.
test.each([
  [403, 'Quota exceeded for instances: Requested 1, but already used 2 of 2 instances'],
  [409, "Quota exceeded for resources: ['network']."],
  [413, "VolumeLimitExceeded: Maximum number of volumes allowed (1) exceeded for quota 'volumes'."],
])('%i "%s" says that a quota is used up', (status, message) => {
  expect(classifyQuotaRefusal(status, message)).toBe(BackendQuotaExceeded);
});

test.each([
  [403, "Policy doesn't allow os_compute_api:os-quota-sets:update to be performed."],
  [409, 'Port 5c0e is still in use.'],
  [400, 'Quota limit 1 for instances must be greater than or equal to already used and reserved 2.'],
])('%i "%s" is left to the status', (status, message) => {
  expect(classifyQuotaRefusal(status, message)).toBeUndefined();
});
