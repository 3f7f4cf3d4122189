import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulator } from '#test/contracts/start-simulator';
import { backendsAtRest, LETS_GO, stateOfBackends } from './_worlds/backends.ts';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { type WholeProvider, wholeProvider } from './_worlds/whole-provider.ts';

const { endpoints } = ownCloud();
let provider: WholeProvider;
beforeAll(async () => {
  provider = await wholeProvider(endpoints);
}, 60_000);
afterAll(() => provider.retire());

const simulatorState = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const stateAt = async (url: string) =>
  simulatorState.parse(await (await fetch(`${url}/_sim/state`, { signal: AbortSignal.timeout(10_000) })).json());
const stateOf = ({ url }: Simulator) => stateAt(url);
const everything = async () => [
  await stateOfBackends(endpoints),
  await stateOf(provider.rancher),
  await stateOf(provider.vault),
  await stateOf(provider.argocd),
];

const floatingIps = async () => {
  const { floating_ips = [] } = await stateAt(endpoints.openstack.demo ?? '');
  return floating_ips.filter((item) => JSON.stringify(item).includes('paddock:'));
};
type Order = ReturnType<ReturnType<typeof personAt>['clusterOrder']>;
const withLonghorn = (order: Order) => ({ ...order, attributes: { ...order.attributes, install_longhorn: true } });

test('machines of a provider with every part read their token in Vault and have floating IPs, its clusters pull from its registry and are known to Argo CD, and nothing stays (S0-034, S0-137, S0-170, S0-189, S0-192, S0-195, S0-196, S0-197, S0-280, S0-281, S0-283, S0-284, S0-294, S0-295)', async () => {
  const owner = personAt({ ...endpoints, sample: { ...endpoints.sample, offering: provider.offering } }, 'owner');
  await backendsAtRest(endpoints);
  const before = await everything();
  const vaultBefore = await stateOf(provider.vault);
  const placed = await owner.place(withLonghorn(owner.clusterOrder('with-every-part', 1, 2)));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done', error_message: '' });

  const cluster = await owner.cluster(placed.resource_uuid ?? '');
  expect(cluster).toMatchObject({ state: 'OK', runtime_state: 'active', last_error: null });
  expect(cluster.nodes.map((node) => node.runtime_state)).toEqual(['active', 'active', 'active']);
  const { vault } = provider;
  expect(await vault.countOf('POST', '/auth/approle/login')).toBe(3);
  expect(await vault.countOf('GET', `/secret/data/rancher/cluster-${cluster.uuid}`)).toBe(3);
  expect(await stateOf(vault)).toEqual(vaultBefore);
  const { secrets = [], provisioningClusters } = await stateOf(provider.rancher);
  // This namespace also has Rancher's own secrets: plans of machines, and the cluster's kubeconfig. Only the secrets of
  // this type count.
  const [account, ...more] = secrets.filter(({ type }) => type === 'kubernetes.io/basic-auth');
  expect(more).toEqual([]);
  const authConfigSecretName = z.string().parse(account?.id).replace('fleet-default/', '');
  const registries = { configs: { 'registry.example.org': { authConfigSecretName } } };
  expect(provisioningClusters).toMatchObject([{ spec: { rkeConfig: { registries } } }]);
  const labels = { 'argocd.argoproj.io/secret-type': 'cluster', 'k8s.waldur.com/longhorn-enabled': 'true' };
  const id = `argocd/cluster-${cluster.uuid}`;
  expect((await stateOf(provider.argocd)).secrets).toMatchObject([{ id, labels, keys: ['config', 'name', 'server'] }]);
  expect(await floatingIps()).toHaveLength(3);
  const steps = (await owner.events(cluster.uuid)).map((event) => event.step);
  expect(steps).toEqual(expect.arrayContaining(['vault', 'vault-clean', 'argocd']));

  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done', error_message: '' });
  await expect.poll(everything, LETS_GO).toEqual(before);
}, 300_000);
