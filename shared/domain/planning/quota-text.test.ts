import { describe, expect, test } from 'vitest';
import { overQuotaIn, overQuotaText } from './quota-text.ts';

// Messages of a real OpenStack 2026.2.
describe('a cloud’s message about a quota is read', () => {
  test.each([
    [
      'Quota exceeded for instances: Requested 1, but already used 4 of 4 instances',
      { resource: 'instances', used: 4, limit: 4, asked: 1 },
    ],
    [
      'Quota exceeded for cores, ram: Requested 2, 4096, but already used 20, 512 of 20, 1024 cores, ram',
      { resource: 'cores', used: 20, limit: 20, asked: 2 },
    ],
    [
      "Build of instance 5c0e aborted: VolumeLimitExceeded: Maximum number of volumes allowed (1) exceeded for quota 'volumes_ssd'.",
      { resource: 'volumes_ssd', limit: 1 },
    ],
    [
      'VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed gigabytes quota. Requested 64G, quota is 100G and 80G has been consumed.',
      { resource: 'gigabytes', used: 80, limit: 100, asked: 64 },
    ],
    ["Neutron answered createPort with 409: Quota exceeded for resources: ['port'].", { resource: 'ports' }],
    ["Quota exceeded for resources: ['floatingip'].", { resource: 'floating_ips' }],
  ])('%s', (text, over) => {
    expect(overQuotaIn(text)).toEqual(over);
  });

  test('and other messages are not', () => {
    expect(overQuotaIn('No valid host was found. There are not enough hosts available.')).toBeUndefined();
  });
});

describe('a quota that is passed', () => {
  test('is reported with resource, used, limit and asked (S0-006)', () => {
    const text = overQuotaText({ resource: 'cores', used: 18, limit: 20, asked: 4 });
    expect(text).toBe('"cores" quota is over limit. Used: 18, limit: 20, asked: 4.');
  });
  test('is reported in the unit of the cloud', () => {
    const text = overQuotaText({ resource: 'ram', used: 1024, limit: 8192, asked: 8192 });
    expect(text).toBe('"ram" quota is over limit. Used: 1024 MB, limit: 8192 MB, asked: 8192 MB.');
  });
  test('is reported with what is known of it', () => {
    expect(overQuotaText({ resource: 'volumes', limit: 1 })).toBe('"volumes" quota is over limit. Limit: 1.');
    expect(overQuotaText({ resource: 'ports' })).toBe('"ports" quota is over limit.');
  });
});
