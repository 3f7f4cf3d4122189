import { describe, expect, test } from 'vitest';
import { Refusals } from '#shared/domain/_core/refusals';
import { aClusterApiRequest, aTemplateSpec, MANAGEMENT, withNetworks } from '#test/cluster-api-orders';
import { facts } from '#test/planning';
import type { TemplateSpec } from './cluster-api-template.ts';
import { type PlannedClusterApi, planClusterApi } from './plan-cluster-api.ts';

const tenant = withNetworks(facts);
const [image, flavor] = [facts.images[0], facts.flavors[0]];
const SUBNET = facts.subnets[0];

function planned(spec: Partial<TemplateSpec> = {}, labels: Record<string, string> = {}): PlannedClusterApi | undefined {
  const refused = new Refusals();
  const request = aClusterApiRequest({ spec: aTemplateSpec({ ...spec, labels }) });
  const plan = planClusterApi(request, tenant, MANAGEMENT, refused);
  expect(refused.byField).toEqual({});
  return plan;
}

function refused(spec: Partial<TemplateSpec>, labels: Record<string, string> = {}) {
  const refusals = new Refusals();
  const request = aClusterApiRequest({ spec: aTemplateSpec({ ...spec, labels }) });
  expect(planClusterApi(request, tenant, MANAGEMENT, refusals)).toBeUndefined();
  return refusals.byField;
}

describe('the plan of a cluster', () => {
  test('has machines of the template’s image and flavor, and one node group (M16)', () => {
    expect(planned()).toMatchObject({
      controlPlane: { replicas: 3, flavorName: flavor?.name, imageId: image?.id },
      nodeGroups: [{ name: 'default-worker', replicas: 2, flavorName: flavor?.name, vcpus: flavor?.vcpus }],
      apiServer: { hasFloatingIp: true, loadBalancer: { provider: 'amphorav2' } },
      network: { externalNetworkId: 'net-public', nodeCidr: '10.0.0.0/24', podCidr: '10.100.0.0/16' },
    });
  });

  test('writes all labels out, so that later defaults change nothing', () => {
    expect(planned({}, { auto_healing_enabled: 'false' })?.labels).toMatchObject({
      auto_healing_enabled: 'false',
      boot_volume_size: '0',
      kube_tag: 'v1.33.5',
      octavia_lb_algorithm: 'ROUND_ROBIN',
    });
  });

  test.each([
    [{ boot_volume_size: '40' }, { controlPlane: { bootVolume: { sizeGb: 40 } } }],
    [{ etcd_volume_size: '8', etcd_volume_type: 'fast' }, { etcdVolume: { sizeGb: 8, volumeType: 'fast' } }],
    [{ master_lb_floating_ip_enabled: 'false' }, { apiServer: { hasFloatingIp: false } }],
    [{ container_infra_prefix: 'registry.example.org/kube' }, { containerInfraPrefix: 'registry.example.org/kube' }],
  ])('follows the labels %j', (labels, expected) => {
    const whole = planned({}, labels);
    expect(whole).toMatchObject(expected);
  });

  test('has neither a root volume nor a driver for volumes that the labels leave out', () => {
    const whole = planned({}, { boot_volume_size: '0', cinder_csi_enabled: 'false' });
    expect(whole?.controlPlane).not.toHaveProperty('bootVolume');
    expect(whole?.addOns).not.toHaveProperty('cinderCsiVersion');
  });

  test('an autoscaled group has the bounds of the labels, or else the ordered number and one more (M23)', () => {
    const bounds = { auto_scaling_enabled: 'true', min_node_count: '1', max_node_count: '5' };
    expect(planned({}, bounds)?.nodeGroups).toMatchObject([{ isAutoscaled: true, min: 1, max: 5 }]);
    expect(planned({}, { auto_scaling_enabled: 'true' })?.nodeGroups).toMatchObject([{ min: 2, max: 3 }]);
    expect(planned()?.nodeGroups).toMatchObject([{ isAutoscaled: false, min: 0 }]);
  });

  test('a subnet alone names its network, too', () => {
    expect(planned({ fixedSubnet: SUBNET?.id })?.network).toMatchObject({
      fixedNetworkId: SUBNET?.networkId,
      fixedSubnetId: SUBNET?.id,
      nodeCidr: SUBNET?.cidr,
    });
  });

  test('a proxy has its hosts one by one', () => {
    expect(
      planned({ httpProxy: 'http://proxy.example.org:3128', noProxy: 'a.example.org, ,10.0.0.0/8' })?.proxy,
    ).toEqual({
      httpProxy: 'http://proxy.example.org:3128',
      noProxy: ['a.example.org', '10.0.0.0/8'],
    });
  });
});

describe('a plan is refused', () => {
  test.each([
    ['cluster_api_template', { imageId: 'no-such-image' }],
    ['cluster_api_template', { externalNetworkId: 'no-such-network' }],
    ['flavor_id', { flavorId: 'no-such-flavor', masterFlavorId: facts.flavors[0]?.name }],
    ['master_flavor_id', { masterFlavorId: 'no-such-flavor' }],
    ['fixed_network', { fixedNetwork: 'no-such-network' }],
    ['fixed_subnet', { fixedSubnet: 'no-such-subnet' }],
  ])('by %s for %j, which the tenant does not have (S3-021)', (field, spec) => {
    expect(refused(spec)).toEqual({ [field]: [expect.stringContaining('no-such-')] });
  });

  test('if the image has another version of Kubernetes than the cluster (S3-021)', () => {
    const refusals = new Refusals();
    const images = facts.images.map((one) => ({ ...one, kubeVersion: 'v1.32.1' }));
    expect(planClusterApi(aClusterApiRequest(), { ...tenant, images }, MANAGEMENT, refusals)).toBeUndefined();
    expect(refusals.byField).toEqual({ cluster_api_template: [expect.stringContaining('has Kubernetes v1.32.1')] });
  });

  test('if machines cannot be made of the image (S3-021, M21)', () => {
    const refusals = new Refusals();
    const images = facts.images.map(({ osDistro: _, ...others }) => others);
    expect(planClusterApi(aClusterApiRequest(), { ...tenant, images }, MANAGEMENT, refusals)).toBeUndefined();
    expect(refusals.byField).toEqual({ cluster_api_template: [expect.stringContaining('os_distro')] });
  });

  test('by both flavors if neither template nor order names one', () => {
    expect(refused({ flavorId: undefined })).toEqual({
      flavor_id: ['The template has no flavor. Name one in the order.'],
      master_flavor_id: ['The template has no flavor. Name one in the order.'],
    });
  });

  test.each(['fixed_subnet_cidr', 'calico_ipv4pool', 'service_cluster_ip_range'])(
    'if %s overlaps the network of pods on the management cluster (S3-013)',
    (label) => {
      const message = expect.stringMatching(new RegExp(`^${label}: 172\\.29\\.200\\.0/24 overlaps`));
      expect(refused({}, { [label]: '172.29.200.0/24' })).toEqual({ labels: [message] });
    },
  );

  test('if an existing subnet overlaps the network of pods', () => {
    const cidr = SUBNET?.cidr ?? '';
    expect(refused({ fixedSubnet: SUBNET?.id }, { calico_ipv4pool: cidr })).toEqual({
      fixed_subnet: [`The subnet ${cidr} overlaps ${cidr} (calico_ipv4pool).`],
    });
  });
});
