import type { CloudClient, Row } from './cloud-client.ts';
import { NotYet } from './cloud-work.ts';
import { type ClusterSpec, namesOf } from './cluster-spec.ts';

export const API_PORT = 6443;
const LBAAS = '/lbaas';
const byName = (kind: string, name: string) => `${LBAAS}/${kind}?name=${encodeURIComponent(name)}`;

/** @throws NotYet while Octavia is busy with the load balancer */
function requireActive(balancer: Row): Row {
  if (balancer.provisioning_status !== 'ACTIVE') throw new NotYet(`load balancer ${balancer.id}`);
  return balancer;
}

/** The load balancer of the API, once it is active. */
export async function ensureBalancer(
  cloud: CloudClient,
  spec: ClusterSpec,
  place: string,
  subnetId: string,
): Promise<Row> {
  const { balancer: name, description } = namesOf(place);
  const found = await cloud.first('load-balancer', byName('loadbalancers', name));
  if (found) return requireActive(found);
  await cloud.ask('load-balancer', 'GET', `${LBAAS}/providers`);
  const { provider, availabilityZone } = spec.apiServerLoadBalancer ?? {};
  const loadbalancer = {
    ...{ name, description, vip_subnet_id: subnetId, tags: spec.tags },
    ...(provider !== undefined && { provider }),
    ...(availabilityZone !== undefined && { availability_zone: availabilityZone }),
  };
  return requireActive(await cloud.make('load-balancer', `${LBAAS}/loadbalancers`, { loadbalancer }));
}

async function ensurePart(
  cloud: CloudClient,
  balancerId: string,
  kind: string,
  name: string,
  body: object,
): Promise<Row> {
  const found = await cloud.first('load-balancer', byName(kind, name));
  if (found) return found;
  const balancer = await cloud.ask('load-balancer', 'GET', `${LBAAS}/loadbalancers/${balancerId}`);
  if (!JSON.stringify(balancer).includes('"provisioning_status":"ACTIVE"')) throw new NotYet(kind);
  return cloud.make('load-balancer', `${LBAAS}/${kind}`, body);
}

export async function ensureListener(
  cloud: CloudClient,
  spec: ClusterSpec,
  place: string,
  balancerId: string,
): Promise<void> {
  const name = `${namesOf(place).balancer}-${API_PORT}`;
  const tags = spec.tags;
  const algorithm = spec.apiServerLoadBalancer?.provider === 'ovn' ? 'SOURCE_IP_PORT' : 'ROUND_ROBIN';
  const { id: listenerId } = await ensurePart(cloud, balancerId, 'listeners', name, {
    listener: { name, protocol: 'TCP', protocol_port: API_PORT, loadbalancer_id: balancerId, tags },
  });
  const { id: poolId } = await ensurePart(cloud, balancerId, 'pools', name, {
    pool: { name, protocol: 'TCP', lb_algorithm: algorithm, listener_id: listenerId, tags },
  });
  const probes = { type: 'TCP', delay: 10, max_retries: 5, max_retries_down: 3, timeout: 5 };
  await ensurePart(cloud, balancerId, 'healthmonitors', name, { healthmonitor: { name, pool_id: poolId, ...probes } });
}

const poolOf = (cloud: CloudClient, place: string) =>
  cloud.first('load-balancer', byName('pools', `${namesOf(place).balancer}-${API_PORT}`));
const memberName = (place: string, machine: string) => `${namesOf(place).balancer}-${API_PORT}-${machine}`;

export async function ensureMember(
  cloud: CloudClient,
  { place, machine, balancerId, tags }: { place: string; machine: string; balancerId: string; tags: string[] },
  address: string,
): Promise<void> {
  const pool = await poolOf(cloud, place);
  if (!pool) throw new Error('load balancer pool does not exist yet');
  const name = memberName(place, machine);
  const body = { member: { name, protocol_port: API_PORT, address, tags } };
  await ensurePart(cloud, balancerId, `pools/${pool.id}/members`, name, body);
}

export async function removeMember(cloud: CloudClient, place: string, machine: string): Promise<void> {
  const balancer = await cloud.first('load-balancer', byName('loadbalancers', namesOf(place).balancer));
  const pool = balancer && (await poolOf(cloud, place));
  if (!pool) return;
  const path = `${LBAAS}/pools/${pool.id}/members`;
  const member = await cloud.first('load-balancer', `${path}?name=${encodeURIComponent(memberName(place, machine))}`);
  if (!member) return;
  requireActive(balancer);
  await cloud.remove('load-balancer', `${path}/${member.id}`);
}

/** Deletes the load balancer and its floating IP. A floating IP that the user gave to the cluster stays. */
export async function removeBalancer(cloud: CloudClient, spec: ClusterSpec, place: string): Promise<void> {
  const balancer = await cloud.first('load-balancer', byName('loadbalancers', namesOf(place).balancer));
  if (!balancer) return;
  if (balancer.provisioning_status !== 'PENDING_DELETE') {
    const address = await cloud.first('network', `/floatingips?port_id=${String(balancer.vip_port_id)}`);
    if (address) {
      await cloud.ask('network', 'PUT', `/floatingips/${address.id}`, { floatingip: { port_id: null } });
      if (address.floating_ip_address !== spec.apiServerFloatingIP) {
        await cloud.remove('network', `/floatingips/${address.id}`);
      }
    }
    await cloud.remove('load-balancer', `${LBAAS}/loadbalancers/${balancer.id}?cascade=true`);
  }
  throw new NotYet('load balancer');
}
