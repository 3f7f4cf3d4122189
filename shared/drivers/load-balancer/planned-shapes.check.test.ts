import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { anOfferedCloud, managedPlan } from '#test/builders/managed-inputs';
import { installedTool } from '#test/programs/installed-tool';
import { cloudInitVerdicts } from '#test/programs/user-data-judges';
import { ADA_KEY } from '#test/ssh-keys';
import { fileWriter } from '#test/written-files';
import { haproxyConfig } from './haproxy-config.ts';
import { renderLoadBalancerCloudInit } from './load-balancer-cloud-init.ts';

const cloudsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => anOfferedCloud({ slug: `az${index + 1}` }));
const management = { managementCidrs: ['192.0.2.0/24', '198.51.100.0/24'], managementPorts: [2222, 8443, 9345] };

function planOf(tenants: number, workerNodesCount: number, sshPublicKey?: string) {
  const attributes = { workerNodesCount, ...(sshPublicKey !== undefined && { sshPublicKey }) };
  return managedPlan({ attributes, clouds: cloudsOf(tenants) }, { management });
}
const SHAPES = [1, 3, 5, 11].flatMap((tenants) =>
  [0, 1, 185].map((workers) => ({
    tenants,
    workers,
    plan: planOf(tenants, workers, workers === 1 ? ADA_KEY : undefined),
  })),
);

/** For each cluster shape in `SHAPES`: the configuration, the user data and the network of each load balancer. */
const BALANCERS = SHAPES.flatMap(({ tenants, workers, plan }) =>
  plan.tenants.map(({ network, nodes, loadBalancer }, place) => {
    const { sshPublicKey } = nodes[0] ?? {};
    const input = { name: loadBalancer.name, cidr: network.cidr, ...(sshPublicKey !== undefined && { sshPublicKey }) };
    const called = `${tenants}-tenants-${workers}-workers-${place}`;
    return { called, config: haproxyConfig(network.cidr), userData: renderLoadBalancerCloudInit(input), network };
  }),
);
const write = fileWriter();

const haproxy = installedTool('haproxy');
test.skipIf(haproxy === undefined)(
  'HAProxy accepts the load balancer of every tenant of every shape: one to eleven clouds, none to as many workers as there are addresses (S0-328)',
  () => {
    const files = write(BALANCERS.map(({ called, config }) => [`${called}.cfg`, config]));
    expect(files).toHaveLength(3 * (1 + 3 + 5 + 11));
    const said = files.map((path) => spawnSync(haproxy ?? '', ['-c', '-dW', '-f', path], { encoding: 'utf8' }));
    expect(said.filter(({ status, stderr }) => status !== 0 || stderr !== '')).toEqual([]);
  },
  60_000,
);

const cloudInit = installedTool('cloud-init');
test.skipIf(cloudInit === undefined)(
  'cloud-init accepts the user data of every shape (S0-328)',
  () => {
    const first = BALANCERS.filter(({ called }) => called.endsWith('-0') || called.endsWith('-10'));
    const files = write(first.map(({ called, userData }) => [`${called}.yaml`, userData]));
    const found = cloudInitVerdicts(cloudInit ?? '', files);
    expect(found).toHaveLength(15);
    expect(found.filter(([, code, said]) => code !== 0 || !said.includes('Valid'))).toEqual([]);
  },
  60_000,
);

test('Nova takes the user data of every shape: 65535 bytes in base64', () => {
  const sizes = BALANCERS.map(({ userData }) => Buffer.from(userData).toString('base64').length);
  expect(Math.max(...sizes)).toBeLessThan(65_535);
});

test('a load balancer has slots for its own tenant’s nodes only, whatever the shape', () => {
  for (const { config, network } of BALANCERS) {
    const slots = new Set(config.match(/\d+\.\d+\.\d+\.\d+(?=:\d+)/g));
    const own = network.cidr.replace(/\.0\/24$/, '.');
    expect([...slots].filter((address) => !address.startsWith(own))).toEqual([]);
    slots.delete(network.loadBalancerIp);
    expect(slots.size).toBe(190);
  }
});
