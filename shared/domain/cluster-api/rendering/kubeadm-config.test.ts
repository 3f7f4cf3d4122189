import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { aNodeGroup, aRenderedCluster } from '#test/builders/cluster-api-builders';
import { controlPlaneConfig, workerConfig } from './kubeadm-config.ts';

type Spec = Parameters<typeof aRenderedCluster>[0];
const worker = (more: Spec, group = aNodeGroup()) => workerConfig(aRenderedCluster(more), group);

describe('the API server', () => {
  const apiServer = (labels: Record<string, string>) =>
    controlPlaneConfig(aRenderedCluster({ labels })).clusterConfiguration.apiServer;

  test('always restricts what nodes may change (M19)', () => {
    expect(apiServer({}).extraArgs).toEqual({ 'enable-admission-plugins': 'NodeRestriction' });
    expect(apiServer({ admission_control_list: 'PodSecurity, NodeRestriction' }).extraArgs).toEqual({
      'enable-admission-plugins': 'NodeRestriction,PodSecurity',
    });
  });

  test('writes an audit log if it is wanted, without the contents of secrets (M19)', () => {
    const labels = { audit_log_enabled: 'true', audit_log_max_age: '7' };
    expect(apiServer(labels)).toMatchObject({
      extraArgs: { 'audit-policy-file': '/etc/kubernetes/audit-policy.yaml', 'audit-log-maxage': '7' },
      extraVolumes: [{ name: 'audit-policy', readOnly: true }, { name: 'audit-logs' }],
    });
    const { files } = controlPlaneConfig(aRenderedCluster({ labels }));
    const policy = files.find(({ path }) => path === '/etc/kubernetes/audit-policy.yaml');
    expect(parse(policy?.content ?? '').rules).toContainEqual({
      level: 'Metadata',
      resources: [
        { group: '', resources: ['secrets', 'configmaps', 'serviceaccounts/token'] },
        { group: 'authentication.k8s.io', resources: ['tokenreviews'] },
      ],
    });
    expect(controlPlaneConfig(aRenderedCluster()).files).toEqual([]);
  });

  test('trusts an identity provider if one is named (M19)', () => {
    const labels = { oidc_issuer_url: 'https://id.example.org', oidc_client_id: 'kube', oidc_groups_prefix: '' };
    expect(apiServer(labels).extraArgs).toEqual({
      'enable-admission-plugins': 'NodeRestriction',
      'oidc-issuer-url': 'https://id.example.org',
      'oidc-client-id': 'kube',
    });
    expect(apiServer({ oidc_client_id: 'kube' }).extraArgs).not.toHaveProperty('oidc-client-id');
  });

  test('has the names and ciphers of the order (M19)', () => {
    const wanted = {
      hasFloatingIp: true,
      certSans: ['api.example.org'],
      tlsCipherSuites: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'],
    };
    expect(controlPlaneConfig(aRenderedCluster({ apiServer: wanted })).clusterConfiguration.apiServer).toMatchObject({
      certSANs: ['api.example.org'],
      extraArgs: {
        'tls-cipher-suites': 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
      },
    });
  });
});

test('the certificate has the name by which relays lead to a cluster without a floating IP (S3-009, M30)', () => {
  const names = (hasFloatingIp: boolean) => {
    const apiServer = { hasFloatingIp, certSans: ['api.example.org'], tlsCipherSuites: [] };
    return controlPlaneConfig(aRenderedCluster({ apiServer })).clusterConfiguration.apiServer.certSANs;
  };
  expect([names(true), names(false)]).toEqual([['api.example.org'], ['api.example.org', 'kube-a1b2c3d4e5.paddock']]);
});

describe('a machine', () => {
  test('passes labels through the kubelet that Cluster API does not copy, and has its taints (M17)', () => {
    const taints = [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' as const }];
    const group = aNodeGroup({ labels: { zone: 'b', team: 'a', 'node.cluster.x-k8s.io/rack': '7' }, taints });
    expect(worker({}, group).joinConfiguration.nodeRegistration).toEqual({
      name: '{{ local_hostname }}',
      kubeletExtraArgs: { 'cloud-provider': 'external', 'node-labels': 'team=a,zone=b' },
      taints,
    });
  });

  test('uses the proxy, but not for the cluster’s own networks (M21)', () => {
    const { files, preKubeadmCommands } = worker({
      proxy: { httpProxy: 'http://proxy:3128', noProxy: ['.example.org'] },
    });
    const direct = '127.0.0.0/8,localhost,.svc,.cluster.local,10.0.0.0/24,10.100.0.0/16,10.254.0.0/16,.example.org';
    expect(files.map(({ path, content }) => [path, content])).toEqual([
      [
        '/etc/systemd/system/containerd.service.d/proxy.conf',
        `[Service]
Environment="HTTP_PROXY=http://proxy:3128"
Environment="http_proxy=http://proxy:3128"
Environment="NO_PROXY=${direct}"
Environment="no_proxy=${direct}"
`,
      ],
      ['/etc/apt/apt.conf.d/90proxy', 'Acquire::http::Proxy "http://proxy:3128";\n'],
    ]);
    expect(preKubeadmCommands).toEqual(['systemctl daemon-reload', 'systemctl restart containerd']);
  });

  test('keeps a percent sign in a proxy’s password, which systemd would replace (M21)', () => {
    const { files } = worker({ proxy: { httpsProxy: 'http://u:p%20w@proxy:3128', noProxy: [] } });
    expect(files[0]?.content).toContain('"HTTPS_PROXY=http://u:p%%20w@proxy:3128"');
  });

  test('has no file for apt where there is no apt (M21)', () => {
    const more: Spec = { operatingSystem: 'rockylinux', proxy: { httpsProxy: 'http://proxy:3128', noProxy: [] } };
    expect(worker(more).files.map(({ path }) => path)).toEqual(['/etc/systemd/system/containerd.service.d/proxy.conf']);
  });

  test('pulls images of kubeadm and containerd from the cluster’s registry (M38, S3-037)', () => {
    const more: Spec = { containerInfraPrefix: 'registry.example.org/kube' };
    const { clusterConfiguration, files } = controlPlaneConfig(aRenderedCluster(more));
    expect(clusterConfiguration.imageRepository).toBe('registry.example.org/kube');
    expect(files.map(({ path, content }) => [path, content])).toEqual([
      [
        '/etc/containerd/conf.d/sandbox-image.toml',
        `version = 2

[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "registry.example.org/kube/pause:3.10"
`,
      ],
    ]);
    expect(worker(more).files).toEqual(files);
  });

  test.each([
    ['virtio', ['/dev/vdb', '/dev/vdc']],
    ['scsi', ['/dev/sdb', '/dev/sdc']],
  ] as const)('formats and mounts its further disks on %s (M19)', (diskBus, names) => {
    const volumes = { etcdVolume: { sizeGb: 10 }, dockerVolume: { sizeGb: 50 } };
    const { clusterConfiguration, ...config } = controlPlaneConfig(aRenderedCluster({ ...volumes, diskBus }));
    expect(config).toMatchObject({
      diskSetup: {
        partitions: names.map((device) => ({ device })),
        filesystems: names.map((device) => ({ device, filesystem: 'ext4' })),
      },
      mounts: [
        ['LABEL=etcd_disk', '/var/lib/etcd'],
        ['LABEL=docker_disk', '/var/lib/containerd'],
      ],
    });
    expect(clusterConfiguration.etcd).toEqual({ local: { dataDir: '/var/lib/etcd/data' } });
  });
});
