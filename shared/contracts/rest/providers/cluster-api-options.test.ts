import { describe, expect, test } from 'vitest';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { someClusterApiSettings } from '#test/cluster-api-orders';
import { parseNewSettings, parseSettingsChange, viewSettings } from './service-settings.ts';

const made = (options: object) => parseNewSettings({ type: 'ClusterAPI', name: 'management', options });
const shown = (settings: ServiceSettings) => viewSettings((...parts) => parts.join('/'), settings).options;
const refusedWith = (options: object) => expect.objectContaining({ body: { options } });

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUc2\n-----END CERTIFICATE-----\n';
const GIVEN = { backend_url: 'https://management.example.org:6443/', token: 'eyJhbGciOi.J9.c2ln' };

describe('a management Kubernetes', () => {
  test('has defaults for all but its address and token, and shows no token (S3-002, S3-016, S3-020)', () => {
    const { options, secrets } = made(GIVEN);
    expect(secrets).toEqual({ 'cluster-api': { token: GIVEN.token } });
    expect(options).toEqual({
      backendUrl: 'https://management.example.org:6443',
      furtherUrls: [],
      namespace: 'paddock',
      verifyTls: true,
      cloudInterface: 'public',
      infrastructure: 'openstack',
      k8sVersion: 'v1.33.5',
      podNetwork: '172.29.200.0/22',
      stateBackup: false,
    });
    expect(JSON.stringify(shown(someClusterApiSettings()))).not.toContain('token');
  });

  test('may have several addresses of its API, as one host or several (S3-012)', () => {
    const further_urls = ['https://management-2.example.org:6443/'];
    expect(made({ ...GIVEN, further_urls }).options).toMatchObject({
      furtherUrls: ['https://management-2.example.org:6443'],
    });
  });

  test.each(['http://management.example.org:6443', 'ftp://management.example.org', 'management.example.org'])(
    'is not called at %s, because connections are encrypted (S3-004)',
    (backend_url) => {
      const refusal = ['Enter a URL that begins with https://.'];
      expect(() => made({ ...GIVEN, backend_url })).toThrow(refusedWith({ backend_url: refusal }));
      expect(() => made({ ...GIVEN, further_urls: [backend_url] })).toThrow(
        refusedWith({ further_urls: [{ non_field_errors: refusal }] }),
      );
    },
  );

  test('has one authority for itself, one for the cloud, and one for the machines of clusters (S3-005, S3-006, M1)', () => {
    const authorities = {
      ca_certificate: CERTIFICATE,
      workload_ca_certificate: CERTIFICATE,
      management_ca_certificate: CERTIFICATE,
    };
    expect(made({ ...GIVEN, ...authorities }).options).toMatchObject({
      caCertificate: CERTIFICATE,
      workloadCaCertificate: CERTIFICATE,
      managementCaCertificate: CERTIFICATE,
    });
  });

  test('makes Cluster API call the internal endpoints of the cloud if it is set so (S3-007)', () => {
    const { options } = parseSettingsChange(someClusterApiSettings(), { options: { cloud_interface: 'internal' } });
    expect(options).toMatchObject({ cloudInterface: 'internal' });
  });

  test.each([
    ['ca_certificate', 'no certificate', 'Enter certificates as PEM.'],
    ['namespace', 'Not_A_Namespace', 'Enter the name of a Kubernetes namespace.'],
    ['k8s_version', '1.33', 'Enter a version such as v1.33.5.'],
    ['pod_network', '172.29.200.0', 'Enter an IPv4 network, such as 172.29.200.0/22.'],
    ['infrastructure', 'aws', '"aws" is not a valid choice.'],
  ])('is refused by %s = %s', (field, value, message) => {
    expect(() => made({ ...GIVEN, [field]: value })).toThrow(refusedWith({ [field]: [message] }));
  });

  test('shows its options as they are set', () => {
    expect(shown(someClusterApiSettings())).toMatchObject({
      namespace: 'paddock',
      infrastructure: 'openstack',
      ca_certificate: null,
    });
  });
});
