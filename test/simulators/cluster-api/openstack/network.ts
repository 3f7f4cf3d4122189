import type { CloudClient, Row } from './cloud-client.ts';
import { type ClusterSpec, type GroupRule, namesOf } from './cluster-spec.ts';

const encoded = encodeURIComponent;

async function ensure(
  cloud: CloudClient,
  { path, query, tags }: { path: string; query: string; tags: string[] },
  body: object,
): Promise<{ row: Row; isNew: boolean }> {
  const found = await cloud.first('network', `${path}?${query}`);
  if (found) return { row: found, isNew: false };
  const row = await cloud.make('network', path, body);
  await cloud.ask('network', 'PUT', `${path}/${row.id}/tags`, { tags });
  return { row, isNew: true };
}

export type Net = { id: string; name: string; subnets: { id: string }[] };

/** Network, subnet and router of the cluster, or the network that the user gave to the cluster. */
export async function ensureNetwork(cloud: CloudClient, spec: ClusterSpec, place: string): Promise<Net> {
  const { network: name, description } = namesOf(place);
  const { tags } = spec;
  if (spec.network) {
    const [given] = await cloud.rows('network', `/networks?id=${spec.network.id}`);
    if (!given) throw new Error(`no network was found with id ${spec.network.id}`);
    const subnets = spec.subnets.length ? spec.subnets : await cloud.rows('network', `/subnets?network_id=${given.id}`);
    return { id: given.id, name: String(given.name), subnets: subnets.map(({ id }) => ({ id })) };
  }
  const external = spec.externalNetwork && `id=${spec.externalNetwork.id}&`;
  const outside = await cloud.first('network', `/networks?${external ?? ''}router:external=true`);
  const { row: network } = await ensure(
    cloud,
    { path: '/networks', query: `name=${encoded(name)}`, tags },
    {
      network: { name, description, admin_state_up: true },
    },
  );
  const [managed] = spec.managedSubnets;
  const cidr = managed?.cidr ?? '10.0.0.0/24';
  const { row: subnet } = await ensure(
    cloud,
    { path: '/subnets', query: `cidr=${encoded(cidr)}&network_id=${network.id}`, tags },
    {
      subnet: {
        name,
        description,
        network_id: network.id,
        cidr,
        ip_version: 4,
        dns_nameservers: managed?.dnsNameservers ?? [],
      },
    },
  );
  const gateway = outside && { external_gateway_info: { network_id: outside.id } };
  const { row: router } = await ensure(
    cloud,
    { path: '/routers', query: `name=${encoded(name)}`, tags },
    {
      router: { name, description, ...gateway },
    },
  );
  const ports = await cloud.rows('network', `/ports?device_id=${router.id}`);
  if (!JSON.stringify(ports).includes(subnet.id)) {
    await cloud.ask('network', 'PUT', `/routers/${router.id}/add_router_interface`, { subnet_id: subnet.id });
  }
  return { id: network.id, name, subnets: [{ id: subnet.id }] };
}

/** Deletes router, network and subnet of the cluster. A network that the user gave to the cluster stays. */
export async function removeNetwork(cloud: CloudClient, spec: ClusterSpec, place: string): Promise<void> {
  if (spec.network) return;
  const query = `name=${encoded(namesOf(place).network)}`;
  const router = await cloud.first('network', `/routers?${query}`);
  const network = await cloud.first('network', `/networks?${query}`);
  if (router) {
    const interfaces = await cloud.rows(
      'network',
      `/ports?device_id=${router.id}&device_owner=network:router_interface`,
    );
    for (const port of interfaces) {
      await cloud.ask('network', 'PUT', `/routers/${router.id}/remove_router_interface`, { port_id: port.id });
    }
    await cloud.remove('network', `/routers/${router.id}`);
  }
  if (network) await cloud.remove('network', `/networks/${network.id}`);
}

const ROLES = ['controlplane', 'worker'] as const;
export type Groups = Record<(typeof ROLES)[number], string>;

const ruleBody = (group: string, one: GroupRule) => ({
  security_group_rule: {
    ...{ security_group_id: group, direction: one.direction, ethertype: one.etherType ?? 'IPv4' },
    ...(one.protocol !== undefined && { protocol: one.protocol }),
    ...(one.portRangeMin !== undefined && { port_range_min: one.portRangeMin, port_range_max: one.portRangeMax }),
    ...(one.remoteIPPrefix !== undefined && { remote_ip_prefix: one.remoteIPPrefix }),
    ...(one.remoteGroupId !== undefined && { remote_group_id: one.remoteGroupId }),
    description: one.description ?? '',
  },
});

function rulesOf(role: keyof Groups, groups: Groups, spec: ClusterSpec): GroupRule[] {
  const { allowAllInClusterTraffic = false, workerNodesSecurityGroupRules = [] } = spec.managedSecurityGroups ?? {};
  const outwards = ['IPv4', 'IPv6'].map((etherType) => ({ direction: 'egress', etherType, description: 'Full open' }));
  const api = {
    direction: 'ingress',
    protocol: 'tcp',
    portRangeMin: 6443,
    portRangeMax: 6443,
    description: 'Kubernetes API',
  };
  const inside = Object.values(groups).map((remoteGroupId) => ({
    direction: 'ingress',
    remoteGroupId,
    description: 'In-cluster Ingress',
  }));
  return [
    ...outwards,
    ...(role === 'controlplane' ? [api] : workerNodesSecurityGroupRules),
    ...(allowAllInClusterTraffic ? inside : []),
  ];
}

/**
 * Security groups of the control plane and of workers, without the two rules that Neutron puts into every new group.
 */
export async function ensureGroups(cloud: CloudClient, spec: ClusterSpec, place: string): Promise<Groups> {
  const groups: Groups = { controlplane: '', worker: '' };
  const fresh: Row[] = [];
  for (const role of ROLES) {
    const name = namesOf(place).group(role);
    const { row, isNew } = await ensure(
      cloud,
      { path: '/security-groups', query: `name=${encoded(name)}`, tags: spec.tags },
      { security_group: { name, description: 'Cluster API managed group' } },
    );
    groups[role] = row.id;
    if (isNew) fresh.push(row);
  }
  for (const role of ROLES.filter((one) => fresh.some(({ id }) => id === groups[one]))) {
    const present = await cloud.rows('network', `/security-group-rules?security_group_id=${groups[role]}`);
    for (const { id } of present) await cloud.remove('network', `/security-group-rules/${id}`);
    for (const one of rulesOf(role, groups, spec)) {
      await cloud.ask('network', 'POST', '/security-group-rules', ruleBody(groups[role], one));
    }
  }
  return groups;
}

export async function removeGroups(cloud: CloudClient, place: string): Promise<void> {
  for (const role of ROLES) {
    const group = await cloud.first('network', `/security-groups?name=${encoded(namesOf(place).group(role))}`);
    if (group) await cloud.remove('network', `/security-groups/${group.id}`);
  }
}

export async function ensureFloatingIp(
  cloud: CloudClient,
  { spec, place, externalId }: { spec: ClusterSpec; place: string; externalId: string },
): Promise<Row> {
  const { description } = namesOf(place);
  const wanted = spec.apiServerFloatingIP;
  const query = wanted === undefined ? `description=${encoded(description)}` : `floating_ip_address=${wanted}`;
  const found = await cloud.first('network', `/floatingips?${query}`);
  if (found) return found;
  const made = await cloud.make('network', '/floatingips', {
    floatingip: { floating_network_id: externalId, description },
  });
  await cloud.ask('network', 'PUT', `/floatingips/${made.id}/tags`, { tags: spec.tags });
  return made;
}
