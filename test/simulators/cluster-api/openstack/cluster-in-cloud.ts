import type { CloudClient } from './cloud-client.ts';
import { type ClusterPlaces, type ClusterSpec, namesOf } from './cluster-spec.ts';
import { ensureBalancer, ensureListener, removeBalancer } from './load-balancer.ts';
import { ensureFloatingIp, ensureGroups, ensureNetwork, removeGroups, removeNetwork } from './network.ts';

type Found = { spec: ClusterSpec; place: string };

/** The floating IP of the cluster's API, if the API is to have one. */
async function floatingIpFor(cloud: CloudClient, { spec, place }: Found) {
  if (spec.disableAPIServerFloatingIP || !spec.externalNetwork) return undefined;
  const { id, floating_ip_address: address } = await ensureFloatingIp(cloud, {
    ...{ spec, place, externalId: spec.externalNetwork.id },
  });
  return { id, address: String(address) };
}

/** Where the API of the cluster is: behind a load balancer, at a floating IP, or at an address of the network. */
async function ensureEndpoint(cloud: CloudClient, found: Found, subnetId: string) {
  const { spec, place } = found;
  if (!spec.apiServerLoadBalancer?.enabled) {
    const floatingIp = await floatingIpFor(cloud, found);
    return { endpoint: floatingIp?.address ?? '' };
  }
  const balancer = await ensureBalancer(cloud, spec, place, subnetId);
  const floatingIp = await floatingIpFor(cloud, found);
  if (floatingIp) {
    const body = { floatingip: { port_id: balancer.vip_port_id } };
    await cloud.ask('network', 'PUT', `/floatingips/${floatingIp.id}`, body);
  }
  await ensureListener(cloud, spec, place, balancer.id);
  const internalIP = String(balancer.vip_address);
  const apiServerLoadBalancer = { id: balancer.id, internalIP, ...(floatingIp && { ip: floatingIp.address }) };
  return { endpoint: floatingIp?.address ?? internalIP, apiServerLoadBalancer };
}

/** Makes the network, security groups and endpoint of a cluster, in the order of CAPO 0.12.4 (measured). */
export async function ensureCluster(cloud: CloudClient, found: Found): Promise<ClusterPlaces> {
  const { spec, place } = found;
  const network = await ensureNetwork(cloud, spec, place);
  const groups = spec.managedSecurityGroups && (await ensureGroups(cloud, spec, place));
  const reached = await ensureEndpoint(cloud, found, network.subnets[0]?.id ?? '');
  await cloud.ask('compute', 'GET', '/os-availability-zone');
  return {
    network,
    ...(groups && {
      controlPlaneSecurityGroup: { id: groups.controlplane },
      workerSecurityGroup: { id: groups.worker },
    }),
    ...reached,
  };
}

/** Deletes what `ensureCluster` has made, in the order of CAPO 0.12.4. The network is deleted only after its ports. */
export async function removeCluster(cloud: CloudClient, { spec, place }: Found): Promise<true> {
  if (spec.apiServerLoadBalancer?.enabled) await removeBalancer(cloud, spec, place);
  else {
    const query = `description=${encodeURIComponent(namesOf(place).description)}`;
    const address = await cloud.first('network', `/floatingips?${query}`);
    if (address) await cloud.remove('network', `/floatingips/${address.id}`);
  }
  await removeNetwork(cloud, spec, place);
  await removeGroups(cloud, place);
  return true;
}
