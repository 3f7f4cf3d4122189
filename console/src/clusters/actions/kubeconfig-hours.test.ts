import { expect, test } from 'vitest';
import { siteSettings } from '../../../../shared/domain/_core/site-settings.ts';
import { LONGEST_HOURS } from './kubeconfig-hours.ts';

test.each([
  [LONGEST_HOURS, true],
  [LONGEST_HOURS + 1, false],
])('an installation can permit kubeconfigs for %i hours: %s', (hours, can) => {
  expect(siteSettings.safeParse({ kubeconfigMaxTtlSeconds: hours * 3600 }).success).toBe(can);
});
