import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { aClusterApiSpec, aRenderedCluster, CALICO, textsOf } from '#test/builders/cluster-api-builders';
import { addOnSets, addOnSources } from './add-ons.ts';
import { cloudConfigSecret } from './cloud-config.ts';
import type { ClusterCloud } from './cluster-to-render.ts';

const cloud: ClusterCloud = {
  authUrl: 'https://keystone.internal:5000/v3',
  publicAuthUrl: 'https://keystone.example.org/v3',
  region: 'RegionOne',
  interface: 'internal',
  managementCaCertificate: '-----BEGIN CERTIFICATE-----\nbWFuYWdlbWVudA==\n-----END CERTIFICATE-----\n',
  credential: { id: 'credential-id', secret: 'credential-secret' },
};
const secretOf = (name: string, more: Parameters<typeof aRenderedCluster>[0] = {}) =>
  textsOf(
    addOnSets(aRenderedCluster(more), cloud, CALICO).find(
      ({ kind, metadata }) => kind === 'Secret' && metadata.name === `kube-a1b2c3d4e5-${name}`,
    ),
  );

describe('add-ons', () => {
  test('are read from ConfigMaps of the management cluster, by name and version (M15)', () => {
    const addOns = { ...aClusterApiSpec().addOns, cinderCsiVersion: 'v1.33.0' };
    expect(addOnSources(aClusterApiSpec({ addOns }))).toEqual(['paddock-calico-v3.31.3', 'paddock-cinder-csi-v1.33.0']);
    expect(addOnSources(aClusterApiSpec({ infrastructure: 'in-memory' }))).toEqual([]);
  });

  test.each([new Map(), new Map([['paddock-calico-v3.31.3', {}]])])('name the ConfigMap that is missing', (sources) => {
    expect(() => addOnSets(aRenderedCluster(), cloud, sources)).toThrow(
      'The management cluster has no ConfigMap paddock-calico-v3.31.3 with the manifest of this add-on.',
    );
  });

  test('are applied to their own cluster only (M11)', () => {
    const sets = addOnSets(aRenderedCluster(), cloud, CALICO).filter(({ kind }) => kind === 'ClusterResourceSet');
    expect(sets).toMatchObject(
      ['kube-a1b2c3d4e5-cloud-provider', 'kube-a1b2c3d4e5-paddock-calico-v3.31.3'].map((name) => ({
        spec: {
          clusterSelector: { matchLabels: { 'paddock.cloud/cluster': '3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61' } },
          resources: [{ kind: 'Secret', name }],
        },
      })),
    );
  });

  test('name the cluster in what they make in the cloud (M25)', () => {
    const { 'cloud-controller-manager.yaml': manifest = '' } = secretOf('cloud-provider');
    const objects = parseAllDocuments(manifest).map((one) => one.toJS());
    expect(objects.at(-1).spec.template.spec.containers[0].args).toContain(
      '--cluster-name=3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61',
    );
  });

  test('write the cluster’s uuid into volumes of Cinder, whatever the manifest has (M25)', () => {
    const driver = (args: string[]) => ({ name: 'cinder-csi-plugin', image: 'x/cinder-csi-plugin:v1.33.0', args });
    const attacher = { name: 'a', image: 'x/csi-attacher:v4', args: ['--cluster=kept'] };
    const pod = { containers: [driver(['/bin/cinder-csi-plugin', '--cluster=$(CLUSTER_NAME)', '--v=1']), attacher] };
    const manifest = JSON.stringify({ kind: 'Deployment', spec: { template: { spec: pod } } });
    const sources = new Map<string, Record<string, string>>(CALICO);
    sources.set('paddock-cinder-csi-v1.33.0', { 'csi.yaml': manifest });
    const rendered = aRenderedCluster({ addOns: { ...aClusterApiSpec().addOns, cinderCsiVersion: 'v1.33.0' } });
    const secret = addOnSets(rendered, cloud, sources).find(({ metadata }) => metadata.name.includes('cinder'));
    const { containers } = parse(textsOf(secret)['csi.yaml'] ?? '').spec.template.spec;
    expect(containers).toEqual([
      driver(['/bin/cinder-csi-plugin', '--v=1', '--cluster=3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61']),
      attacher,
    ]);
  });

  test('come from the cluster’s registry (M38, S3-037)', () => {
    const more = { containerInfraPrefix: 'registry.example.org/kube' };
    const manifests = [
      secretOf('paddock-calico-v3.31.3', more)['calico.yaml'],
      secretOf('cloud-provider', more)['cloud-controller-manager.yaml'],
    ].join('\n');
    expect([...manifests.matchAll(/image: "?([^"\s]+)/g)].map(([, image]) => image)).toEqual([
      'registry.example.org/kube/calico/cni:v3.31.3',
      'registry.example.org/kube/calico/node:v3.31.3',
      'registry.example.org/kube/openstack-cloud-controller-manager:v1.33.0',
    ]);
  });
});

describe('the credential of a cluster', () => {
  test('is used by Cluster API at the endpoints of the settings, with their authority (M4, M13, S3-007)', () => {
    const { 'clouds.yaml': clouds = '', cacert } = textsOf(cloudConfigSecret(aRenderedCluster(), cloud));
    expect(parse(clouds).clouds.default).toEqual({
      auth_type: 'v3applicationcredential',
      auth: {
        auth_url: 'https://keystone.internal:5000/v3',
        application_credential_id: 'credential-id',
        application_credential_secret: 'credential-secret',
      },
      region_name: 'RegionOne',
      interface: 'internal',
      identity_api_version: 3,
    });
    expect(cacert).toBe(cloud.managementCaCertificate);
  });

  test('is used in the cluster at public endpoints, with an authority of their own (M4, S3-005, S3-006)', () => {
    const ca = '-----BEGIN CERTIFICATE-----\ncHVibGlj\n-----END CERTIFICATE-----\n';
    const labels = { octavia_provider: 'ovn', octavia_lb_algorithm: 'SOURCE_IP_PORT' };
    const { 'cloud-config.yaml': manifest = '' } = secretOf('cloud-provider', { workloadCaCertificate: ca, labels });
    const { data } = parse(manifest);
    const text = (key: string) => Buffer.from(data[key], 'base64').toString();
    expect(text('cloud.conf')).toBe(`[Global]
auth-url="https://keystone.example.org/v3"
region="RegionOne"
application-credential-id="credential-id"
application-credential-secret="credential-secret"
ca-file="/etc/config/ca.crt"

[LoadBalancer]
lb-provider="ovn"
lb-method="SOURCE_IP_PORT"
create-monitor="false"
floating-network-id="0d3f6f9a-7f4e-4a35-9a6c-6a8f0f5c2b77"
manage-security-groups="true"
`);
    expect(text('ca.crt')).toBe(ca);
  });
});
