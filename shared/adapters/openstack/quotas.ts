import { z } from 'zod';
import type { QuotaFigure, Quotas } from '#shared/domain/planning/quota';
import { BackendUnauthorized } from '../../errors.ts';
import type { OpenStack } from '../../ports/openstack.ts';
import { path } from '../json-client.ts';
import type { CloudSession } from './identity/cloud-session.ts';
import type { Service } from './identity/service-catalog.ts';

/** Nova and Cinder say `in_use`, Neutron `used`; what is reserved is being made at this moment. */
const figure = z
  .object({ limit: z.number(), in_use: z.number().optional(), used: z.number().optional(), reserved: z.number() })
  .transform(({ limit, in_use, used, reserved }): QuotaFigure => ({ limit, used: (in_use ?? used ?? 0) + reserved }));

/** Figures stand beside other keys, such as the project's id. */
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

/** How an answer that a service refuses to give is taken. */
type Reader = (session: CloudSession, read: Read) => Promise<[string, QuotaFigure][]>;
const readAll: Reader = (session, { service, ...call }) =>
  session.call(service, { op: 'readQuotas', method: 'GET', ...call });

/** A cloud whose policy hides quotas from members is no reason to refuse orders: it will speak for itself. */
const readShown: Reader = async (session, read) => {
  try {
    return await readAll(session, read);
  } catch (error) {
    if (error instanceof BackendUnauthorized && error.details.status === 403) return [];
    throw error;
  }
};

/** What a project may have and has, of three services at the same time. */
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

/** A tenant's own. */
export const quotas = (session: CloudSession): Pick<OpenStack, 'readQuotas'> => ({
  readQuotas: async () => quotasOf(session, (await session.token()).projectId, readShown),
});

/** Any project's, for an administrator. */
export const readQuotasOf = (session: CloudSession, projectId: string): Promise<Quotas> =>
  quotasOf(session, projectId, readAll);
