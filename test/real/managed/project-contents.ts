import { z } from 'zod';
import type { CloudUser } from '#test/contracts/openstack/cloud-admin';

const id = z.string();
const named = z.object({ id, name: z.string() });
const project = z.object({ ...named.shape, enabled: z.boolean(), tags: z.array(z.string()) });
const network = z.object({ ...named.shape });
const subnet = z.object({
  ...{ id, network_id: id, cidr: z.string(), gateway_ip: z.string() },
  allocation_pools: z.array(z.object({ start: z.string(), end: z.string() })),
});
const router = z.object({ ...named.shape, external_gateway_info: z.object({ network_id: id }).nullable() });
const port = z.object({
  ...{ id, device_id: z.string(), device_owner: z.string(), security_groups: z.array(id) },
  fixed_ips: z.array(z.object({ ip_address: z.string(), subnet_id: id })),
});
const rule = z.object({
  ...{ direction: z.string(), ethertype: z.string(), protocol: z.string().nullable() },
  ...{ port_range_min: z.number().nullable(), port_range_max: z.number().nullable() },
  ...{ remote_ip_prefix: z.string().nullable(), remote_group_id: z.string().nullable() },
});
const group = z.object({ ...named.shape, security_group_rules: z.array(rule) });
const floatingIp = z.object({
  ...{ id, floating_ip_address: z.string(), fixed_ip_address: z.string().nullable() },
  ...{ floating_network_id: id, port_id: id.nullable() },
});
const server = z.object({
  ...named.shape,
  ...{ status: z.string(), flavor: z.object({ id }) },
  'os-extended-volumes:volumes_attached': z.array(z.object({ id })),
});
const serverGroup = z.object({ ...named.shape, policies: z.array(z.string()), members: z.array(id) });
const volume = z.object({ id, size: z.number(), status: z.string() });

/** One rule as a line: `ingress IPv4 tcp 22-22 0.0.0.0/0`. `*` means any, and `own` means the members of the group. */
function ruleText(of: z.infer<typeof rule>): string {
  const ports = of.port_range_min === null ? '*' : `${of.port_range_min}-${of.port_range_max}`;
  const remote = of.remote_ip_prefix ?? (of.remote_group_id === null ? '*' : 'own');
  return [of.direction, of.ethertype, of.protocol ?? '*', ports, remote].join(' ');
}

/** Rules that Neutron puts into every new security group. `default` has further rules. */
export const INITIAL_RULES = ['egress IPv4 * * *', 'egress IPv6 * * *'];
export const INITIAL_DEFAULT_RULES = [...INITIAL_RULES, 'ingress IPv4 * * own', 'ingress IPv6 * * own'];

export async function projectNamed(admin: CloudUser, name: RegExp): Promise<z.infer<typeof project> | undefined> {
  const { projects } = await admin.ask('identity', 'GET', '/projects', z.object({ projects: z.array(project) }));
  return projects.find((it) => name.test(it.name));
}

const limits = z.record(z.string(), z.unknown());
const quotaSet = z.object({ quota_set: limits }).transform(({ quota_set }) => quota_set);
const quota = z.object({ quota: limits }).transform(({ quota: of }) => of);

export async function quotasOf(admin: CloudUser, projectId: string) {
  const path = `/os-quota-sets/${projectId}`;
  const [compute, volumes] = await Promise.all([
    admin.ask('compute', 'GET', path, quotaSet),
    admin.ask('block-storage', 'GET', path, quotaSet),
  ]);
  return { compute, volumes };
}

/**
 * The quotas that are still kept for a deleted project, and the default quotas. Nova is left out: it shows no quotas
 * for a project that Keystone does not have.
 */
export async function quotasKept(admin: CloudUser, projectId: string) {
  const volumes = `/os-quota-sets/${projectId}`;
  const networks = `/quotas/${projectId}`;
  return {
    kept: [
      await admin.ask('block-storage', 'GET', volumes, quotaSet),
      await admin.ask('network', 'GET', networks, quota),
    ],
    defaults: [
      await admin.ask('block-storage', 'GET', `${volumes}/defaults`, quotaSet),
      await admin.ask('network', 'GET', `${networks}/default`, quota),
    ],
  };
}

/** What a managed order makes in its project. */
export async function contentsOf(admin: CloudUser, projectId: string) {
  const list = async <T>(service: string, path: string, key: string, row: z.ZodType<T>): Promise<T[]> => {
    const { [key]: rows } = await admin.ask(service, 'GET', path, z.record(z.string(), z.unknown()));
    return z.array(row).parse(rows);
  };
  const neutron = <T>(key: string, row: z.ZodType<T>) =>
    list('network', `/${key.replace('_', '-')}?project_id=${projectId}`, key, row);
  const all = `all_tenants=1&project_id=${projectId}`;
  const serverGroups = await list('compute', '/os-server-groups?all_projects=true', 'server_groups', serverGroup);
  const servers = await list('compute', `/servers/detail?${all}`, 'servers', server);
  const isOurs = (serverId: string) => servers.some((it) => it.id === serverId);
  const groups = await neutron('security_groups', group);
  return {
    networks: await neutron('networks', network),
    subnets: await neutron('subnets', subnet),
    routers: await neutron('routers', router),
    ports: await neutron('ports', port),
    floatingIps: await neutron('floatingips', floatingIp),
    groups,
    rules: Object.fromEntries(
      groups.map(({ name, security_group_rules }) => [name, security_group_rules.map(ruleText).sort()]),
    ),
    servers,
    serverGroups: serverGroups.filter(({ members }) => members.some(isOurs)),
    volumes: await list('block-storage', `/volumes/detail?${all}`, 'volumes', volume),
  };
}
