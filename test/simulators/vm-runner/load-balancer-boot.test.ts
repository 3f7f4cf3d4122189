import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderLoadBalancerCloudInit } from '#shared/drivers/load-balancer/load-balancer-cloud-init';
import { EXAMPLES } from '#test/cloud-init-examples';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import { eventually } from '../rancher/_core/rancher-client.ts';
import { simulator } from '../vm-runner.ts';
import { startTinyCloud } from './tiny-cloud.ts';

let cloud: Awaited<ReturnType<typeof startTinyCloud>>;
let runner: RunningSimulator;

beforeEach(async () => {
  cloud = await startTinyCloud();
  const definition = simulator(['--openstack', `${cloud.url}/v3`, '--password', 'secret']);
  // Delays in milliseconds. `retry` is the pause before a machine repeats a command. No test is repeated.
  Object.assign(definition.delays, { poll: 5, boot: 5, retry: 1 });
  runner = await serveSimulator(definition);
});
afterEach(async () => {
  await runner.close();
  await cloud.close();
});

const INPUT = { name: 'k8s-lb-prod-1', cidr: '10.64.1.0/24' };
const becomes = (row: object) =>
  eventually(async () => {
    const state = await (await fetch(`${runner.url}/_sim/state`)).json();
    expect(state).toMatchObject({ machines: [row] });
  });
const SERVICES = ['10.64.1.10:80', '10.64.1.10:443', '10.64.1.10:6443'];

test.each([
  ['our own user data', ''],
  ['the template of the documentation', EXAMPLES.loadBalancer],
])(
  'a load balancer, booted with %s, listens for its services and joins no cluster (S0-328)',
  async (_name, template) => {
    cloud.create('lb', renderLoadBalancerCloudInit(INPUT, template), ['/dev/vda', '/dev/vdb']);
    await becomes({ phase: 'booted', reason: '', roles: [], listens: SERVICES });
  },
);

const cloudConfig = (config: object) => `#cloud-config\n${JSON.stringify(config)}`;
const CONFIG = { path: '/etc/haproxy/haproxy.cfg', content: 'listen web\n  bind :80\n' };

test('nothing listens where HAProxy was not installed', async () => {
  cloud.create('lb', cloudConfig({ write_files: [CONFIG], runcmd: ['systemctl restart haproxy'] }));
  await becomes({ phase: 'failed', reason: 'systemctl: Unit haproxy.service not found', listens: [] });
});

test('nothing listens where HAProxy’s configuration is none', async () => {
  const write_files = [{ ...CONFIG, content: 'hello\n' }];
  cloud.create('lb', cloudConfig({ packages: ['haproxy'], write_files, runcmd: ['systemctl start haproxy'] }));
  const reason = 'haproxy: no configuration could be read from /etc/haproxy/haproxy.cfg';
  await becomes({ phase: 'failed', reason, listens: [] });
});

test('what was enabled listens after a restart, what was disabled does not', async () => {
  const runcmd = ['apt-get install -y haproxy', 'systemctl enable haproxy', 'reboot'];
  cloud.create('on', cloudConfig({ write_files: [CONFIG], runcmd }));
  await becomes({ phase: 'booted', listens: [':80'] });
  cloud.delete('on');
  cloud.create('off', cloudConfig({ write_files: [CONFIG], runcmd: [...runcmd, 'systemctl disable haproxy'] }));
  await becomes({ name: 'off', phase: 'booted', listens: [] });
});
