import { describe, expect, test } from 'vitest';
import { denialOf } from './cluster-webhook.ts';

const cluster = (rkeConfig: object | null, more: object = {}) => ({ rkeConfig, ...more });
const isThere = (id: string) => id === 'fleet-default/there';
const made = (spec: Record<string, unknown>) => denialOf({ namespace: 'fleet-default', spec, hasSecret: isThere });
const changed = (before: Record<string, unknown>, spec: Record<string, unknown>) =>
  denialOf({ namespace: 'fleet-default', spec, before, hasSecret: isThere });
const directories = (dataDirectories: object) => cluster({ dataDirectories });
const noProxy = (value: string) => cluster({}, { agentEnvVars: [{ name: 'NO_PROXY', value }] });
const objectStore = (cloudCredentialName: string) => cluster({ etcd: { s3: { cloudCredentialName } } });

describe('Rancher’s webhook refuses a new cluster', () => {
  test.each([
    [
      'a directory that is not absolute',
      directories({ k8sDistro: 'data' }),
      'Distro data directory must be an absolute',
    ],
    [
      'a directory with a variable',
      directories({ systemAgent: '/a/$HOME' }),
      'System Agent data directory cannot contain',
    ],
    [
      'a directory by way of another',
      directories({ provisioning: '/a/../b' }),
      'Provisioning data directory is not clean',
    ],
    ['two directories in one', directories({ k8sDistro: '/a', provisioning: '/a' }), 'cannot be equal to'],
    [
      'a directory in another',
      directories({ k8sDistro: '/a', provisioning: '/a/b' }),
      'cannot be nested inside Distro',
    ],
    [
      'the directory of its agent as a variable',
      cluster({}, { agentEnvVars: [{ name: 'CATTLE_AGENT_VAR_DIR', value: '/a' }] }),
      'use "cluster.Spec.RKEConfig.DataDirectories.SystemAgent"',
    ],
  ])('with %s (T37)', (_what, spec, words) => {
    expect(made(spec)).toEqual({ status: 400, message: expect.stringContaining(words) });
  });

  test('with blanks between addresses that need no proxy, or with certificates of no name (T36)', () => {
    expect(made(noProxy('10.0.0.0/8, .svc'))).toEqual({ status: 400, message: expect.stringContaining('whitespace') });
    expect(made(noProxy('10.0.0.0/8,.svc'))).toBeUndefined();
    const own = (fqdn: string) => cluster({}, { localClusterAuthEndpoint: { enabled: true, caCerts: 'PEM', fqdn } });
    expect(made(own(''))).toEqual({ status: 422, message: 'CACerts defined but FQDN is not defined' });
    expect(made(own('api.example.org'))).toBeUndefined();
  });

  test('with a Secret of the object store that is not there (T40)', () => {
    const message = 'etcd s3 cloud credential secret fleet-default/gone is not found';
    expect(made(objectStore('gone'))).toEqual({ status: 400, message });
    expect(made(objectStore('cattle-global-data:gone'))?.message).toContain('cattle-global-data/gone');
    expect(made(objectStore('there'))).toBeUndefined();
  });
});

describe('Rancher’s webhook refuses a change', () => {
  test('of the data directories (T37)', () => {
    const before = directories({ k8sDistro: '/a', systemAgent: '/b' });
    expect(changed(before, before)).toBeUndefined();
    const words = 'data directory cannot be changed after cluster creation';
    expect(changed(before, directories({ k8sDistro: '/a' }))?.message).toBe(`System Agent ${words}`);
    expect(changed(before, directories({ k8sDistro: '/c', systemAgent: '/b' }))?.message).toBe(`Distro ${words}`);
  });

  test('of an imported cluster into one with machines of Rancher’s (S2-033)', () => {
    const message = 'RKEConfig cannot be changed from null after cluster creation';
    expect(changed(cluster(null), cluster({}))).toEqual({ status: 400, message });
  });

  test('with another Secret that is not there, but not with the one that it had (T40)', () => {
    expect(changed(objectStore('gone'), objectStore('gone'))).toBeUndefined();
    expect(changed(objectStore('there'), objectStore('gone'))?.status).toBe(400);
  });

  test('with new blanks in NO_PROXY only (T36)', () => {
    expect(changed(noProxy('a, b'), noProxy('a, c'))).toBeUndefined();
    expect(changed(noProxy('a,b'), noProxy('a, c'))?.status).toBe(400);
  });
});
