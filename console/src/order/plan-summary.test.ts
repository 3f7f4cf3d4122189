import { expect, test } from 'vitest';
import { clusterApiLines, clusterApiNames, objectLines } from './plan-summary.ts';

const server = (role: 'server' | 'agent' | 'load_balancer', flavor_name: string) => ({
  ...{ name: 'n', role, flavor_name, flavor_id: '2', cores: 2, ram: 4096, image_id: 'i', image_name: 'ubuntu' },
  ...{ tags: [], port: 'n' },
});
const volume = (size: number) => ({ server: 'n', device: '/dev/vda', size, type: null, mount_point: null });

test('machines of one role and flavor are one line, and volumes are added up', () => {
  const tenant = {
    tenant_name: 'demo',
    servers: [server('server', 'm1.medium'), server('server', 'm1.medium'), server('load_balancer', 'm1.small')],
    volumes: [volume(64), volume(20)],
    floating_ips: [{ port: 'n', network_id: 'x', description: '' }],
    pools: [],
  };
  expect(objectLines({ tenants: [tenant] })).toEqual([
    {
      tenant: 'demo',
      lines: [
        '2 servers: m1.medium, 2 vCPU and 4 GB each',
        '1 load balancer: m1.small, 2 vCPU and 4 GB each',
        '2 volumes: 84 GB in all',
        '1 floating IP',
      ],
    },
  ]);
});

test('nothing is said of what an order does not make', () => {
  const nothing = { servers: [], volumes: [], floating_ips: [], pools: [] };
  expect(objectLines({ tenants: [{ tenant_name: 'demo', ...nothing }] })).toEqual([{ tenant: 'demo', lines: [] }]);
});

test('an order by Cluster API has the version of its template, node groups and objects', () => {
  const group = (name: string, role: string, node_count: number) => ({
    ...{ name, role, node_count, flavor_name: 'm1.medium', image_id: 'ubuntu-2204-kube-v1.33.5' },
  });
  const plan = {
    kubernetes_version: 'v1.33.5',
    node_groups: [group('default-master', 'master', 1), group('default-worker', 'worker', 2)],
    server_groups: ['kube-{name}'],
    objects: ['Cluster kube-{name}', 'Secret kube-{name}-cloud-config'],
  };
  expect(clusterApiLines(plan)).toEqual([
    'Kubernetes v1.33.5',
    'Control plane: 1 machine of m1.medium',
    'Node group default-worker: 2 machines of m1.medium',
    '1 server group',
    '2 objects on the management cluster',
  ]);
  expect(clusterApiNames(plan)).toEqual([
    ...plan.objects,
    'Server group kube-{name}',
    'Image ubuntu-2204-kube-v1.33.5',
  ]);
  expect(clusterApiLines({ ...plan, server_groups: [] })).not.toContain('0 server groups');
});
