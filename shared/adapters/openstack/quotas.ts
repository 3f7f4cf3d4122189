import { z } from 'zod';
import type { TenantLimits } from '#shared/domain/infrastructure/managed-plan/tenant-quotas';
import { gigabytesOf } from '#shared/domain/planning/checks/check-tenant-quotas';
import type { QuotaFigure, Quotas } from '#shared/domain/planning/quota-text';
import { BackendUnauthorized } from '../../errors.ts';
import type { ProjectCounts } from '../../ports/openstack/cloud-admin.ts';
import type { OpenStack } from '../../ports/openstack.ts';
import { path } from '../json-client.ts';
import type { CloudSession } from './identity/cloud-session.ts';
import type { Service } from './identity/service-catalog.ts';

/**
 * One quota. The used amount is `in_use` in Nova and Cinder, and `used` in Neutron. Reserved amounts are for objects
 * that are being created, and also count as used.
 */
const figure = z
  .object({ limit: z.number(), in_use: z.number().optional(), used: z.number().optional(), reserved: z.number() })
  .transform(({ limit, in_use, used, reserved }): QuotaFigure => ({ limit, used: (in_use ?? used ?? 0) + reserved }));

/** Finds the quotas in an answer. The answer also has other keys, such as the project's id. */
const figures = z
  .record(z.string(), z.unknown())
  .transform((all) => Object.entries(all).flatMap(([name, value]) => entryOf(name, figure.safeParse(value).data)));
const entryOf = (name: string, value: QuotaFigure | undefined): [string, QuotaFigure][] =>
  value ? [[name, value]] : [];

const computeReply = z.object({ quota_set: figures }).transform((reply) => reply.quota_set);
const networkReply = z.object({ quota: figures }).transform((reply) => reply.quota);

const NEUTRON_NAMES: Readonly<Record<string, string>> = { port: 'ports', floatingip: 'floating_ips' };

type Read = {
  service: Service;
  path: string;
  query?: Record<string, string>;
  reply: z.ZodType<[string, QuotaFigure][]>;
};

/**
 * Reads the quotas of one service. If the cloud refuses the call, `readAll` throws and `readShown` returns no quotas.
 */
type Reader = (session: CloudSession, read: Read) => Promise<[string, QuotaFigure][]>;
const readAll: Reader = (session, { service, ...call }) =>
  session.call(service, { op: 'readQuotas', method: 'GET', ...call });

/**
 * Reads quotas if the cloud shows them. The policy of a cloud may hide quotas from members, and then the result is
 * empty. Orders are then not checked against quotas, and the cloud itself refuses objects beyond a quota.
 */
const readShown: Reader = async (session, read) => {
  try {
    return await readAll(session, read);
  } catch (error) {
    if (error instanceof BackendUnauthorized && error.details.status === 403) return [];
    throw error;
  }
};

/** Reads a project's limits and use from three services at the same time. */
async function quotasOf(session: CloudSession, projectId: string, reader: Reader): Promise<Quotas> {
  const quotaSet = path`/os-quota-sets/${projectId}`;
  const [compute, volume, network] = await Promise.all([
    reader(session, { service: 'compute', path: `${quotaSet}/detail`, reply: computeReply }),
    reader(session, { service: 'volume', path: quotaSet, query: { usage: 'true' }, reply: computeReply }),
    reader(session, { service: 'network', path: path`/quotas/${projectId}/details.json`, reply: networkReply }),
  ]);
  const named = network.map(([name, value]): [string, QuotaFigure] => [NEUTRON_NAMES[name] ?? name, value]);
  return Object.fromEntries([...compute, ...volume, ...named]);
}

export const quotas = (session: CloudSession): Pick<OpenStack, 'readQuotas'> => ({
  readQuotas: async () => quotasOf(session, (await session.token()).projectId, readShown),
});

/** Quotas of any project. Needs an administrator's session. */
export const readQuotasOf = (session: CloudSession, projectId: string): Promise<Quotas> =>
  quotasOf(session, projectId, readAll);

type Limits = Record<string, number>;
type QuotaLimits = { compute: Limits; volume: Limits; network: Limits };

/**
 * The objects that Neutron counts in quotas. The second column is the name in `Quotas`, the third is the name in the
 * request that sets a quota.
 */
const NETWORK: readonly [keyof ProjectCounts, inQuotas: string, resource: string][] = [
  ['networks', 'network', 'network'],
  ['subnets', 'subnet', 'subnet'],
  ['routers', 'router', 'router'],
  ['ports', 'ports', 'port'],
  ['floatingIps', 'floating_ips', 'floatingip'],
  ['securityGroups', 'security_group', 'security_group'],
  ['securityGroupRules', 'security_group_rule', 'security_group_rule'],
];
const COMPUTE: readonly [keyof ProjectCounts, resource: string][] = [
  ['instances', 'instances'],
  ['serverGroups', 'server_groups'],
  ['serverGroupMembers', 'server_group_members'],
];

/**
 * The quotas to set in each service. Limits of the order become quotas, and other quotas are raised to the number of
 * objects that the order needs.
 */
export function quotaLimits(limits: TenantLimits, counts: ProjectCounts, present: Quotas): QuotaLimits {
  /**
   * Raises a quota to `count`, but never lowers it, because an operator may have set a higher quota. The limit -1 means
   * unlimited.
   */
  const raised = (resource: string, inQuotas: string, count: number): Limits => {
    const limit = present[inQuotas]?.limit ?? -1;
    return limit >= 0 && limit < count ? { [resource]: count } : {};
  };
  const { cores, ram, ...storage } = limits;
  const volumes = Object.keys(present).filter((resource) => /^volumes(_|$)/.test(resource));
  return {
    compute: merged([{ cores, ram }, ...COMPUTE.map(([of, resource]) => raised(resource, resource, counts[of]))]),
    volume: merged([gigabytes(storage), ...volumes.map((resource) => raised(resource, resource, counts.volumes))]),
    network: merged(NETWORK.map(([of, inQuotas, resource]) => raised(resource, inQuotas, counts[of]))),
  };
}

const merged = (parts: readonly Limits[]): Limits => Object.assign({}, ...parts);

/**
 * Cinder's quotas for gigabytes. Cinder counts each volume for its type and in the total, so the quota `gigabytes` is
 * the sum of all types.
 */
function gigabytes(storage: Omit<TenantLimits, 'cores' | 'ram'>): Limits {
  const sizes = Object.entries(storage).map(([key, sizeMb]): [string, number] => [key, gigabytesOf(sizeMb ?? 0)]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  return { gigabytes: total, ...Object.fromEntries(sizes.filter(([key]) => key !== 'storage')) };
}
