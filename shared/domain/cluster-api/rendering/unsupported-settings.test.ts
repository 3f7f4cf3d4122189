import { expect, test } from 'vitest';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import { unsupportedSettings } from './unsupported-settings.ts';

const WITHOUT_LOAD_BALANCER = { certSans: [], tlsCipherSuites: [] };

test.each([
  [{}, []],
  [{ operatingSystem: 'flatcar' as const }, ['Machines with Flatcar are not supported yet.']],
  [
    { labels: { keystone_auth_enabled: 'true' } },
    ['keystone_auth_enabled: sign-in with Keystone is not supported yet.'],
  ],
  [{ operatingSystem: 'flatcar' as const, infrastructure: 'in-memory' as const }, []],
  [{ apiServer: { ...WITHOUT_LOAD_BALANCER, hasFloatingIp: true } }, []],
  [
    { apiServer: { ...WITHOUT_LOAD_BALANCER, hasFloatingIp: false } },
    [expect.stringMatching(/^master_lb_floating_ip_enabled: .*needs a floating IP\.$/)],
  ],
])('names wanted settings that a cluster would lack: %o (M22)', (more, sentences) => {
  expect(unsupportedSettings(aClusterApiSpec(more))).toEqual(sentences);
});
