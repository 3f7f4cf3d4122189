import { expect, test } from 'vitest';
import { BackendDepleted, BackendQuotaExceeded } from '#shared/errors';
import { classifyRefusal } from './cloud-session.ts';

// Messages of a real OpenStack 2026.2. The last one, about addresses, is Neutron's.
test.each([
  [403, 'Quota exceeded for instances: Requested 1, but already used 2 of 2 instances'],
  [409, "Quota exceeded for resources: ['network']."],
  [413, "VolumeLimitExceeded: Maximum number of volumes allowed (1) exceeded for quota 'volumes'."],
])('%i "%s" says that a quota is used up', (status, message) => {
  expect(classifyRefusal(status, message)).toBe(BackendQuotaExceeded);
});

test.each([
  [409, 'No more IP addresses available on network 5c0e.'],
  [400, 'Unable to find any IP address on external network 5c0e.'],
])('%i "%s" says that the network has no address left', (status, message) => {
  expect(classifyRefusal(status, message)).toBe(BackendDepleted);
});

test.each([
  [403, "Policy doesn't allow os_compute_api:os-quota-sets:update to be performed."],
  [409, 'Port 5c0e is still in use.'],
  [409, 'IP address 10.0.0.7 already allocated in subnet 5c0e.'],
  [400, 'Quota limit 1 for instances must be greater than or equal to already used and reserved 2.'],
])('%i "%s" is left to the status', (status, message) => {
  expect(classifyRefusal(status, message)).toBeUndefined();
});
