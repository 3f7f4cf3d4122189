import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import type { Caller } from '../keystone/caller.ts';
import { changing } from './load-balancers.ts';
import {
  isOwn,
  listed,
  octaviaCaller,
  octaviaRefusal,
  octaviaTime,
  ownRow,
  requireMutable,
  requireWriter,
} from './octavia-caller.ts';
import type { LoadBalancer, Part } from './rows.ts';

type Kind = Part['kind'];
const common = {
  name: z.string().max(255).optional(),
  admin_state_up: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  project_id: z.string().optional(),
};
const described = { ...common, description: z.string().max(255).optional() };
const port = z.number().int().min(1).max(65_535);
const seconds = z.number().int().min(0);
const ALGORITHMS = ['ROUND_ROBIN', 'MIN_CONNECTIONS', 'SOURCE_IP', 'SOURCE_IP_PORT'] as const;

/**
 * The fields of a request that creates a part of a load balancer, by kind of part. The parent of a member is in the
 * path. The parent of any other part is in the body.
 */
const CREATE = {
  listener: z.strictObject({
    ...{
      ...described,
      loadbalancer_id: z.string(),
      protocol: z.enum(['TCP', 'UDP', 'HTTP', 'TERMINATED_HTTPS', 'HTTPS']),
    },
    ...{ protocol_port: port, default_pool_id: z.string().nullish(), allowed_cidrs: z.array(z.string()).nullish() },
    ...{ connection_limit: z.number().int().nullish(), insert_headers: z.record(z.string(), z.string()).nullish() },
    timeout_client_data: z.number().int().nullish(),
    timeout_member_data: z.number().int().nullish(),
    timeout_member_connect: z.number().int().nullish(),
    timeout_tcp_inspect: z.number().int().nullish(),
  }),
  pool: z.strictObject({
    ...{ ...described, loadbalancer_id: z.string().nullish(), listener_id: z.string().nullish() },
    ...{ protocol: z.enum(['TCP', 'UDP', 'HTTP', 'HTTPS', 'PROXY', 'PROXYV2']), lb_algorithm: z.enum(ALGORITHMS) },
    session_persistence: z.unknown().optional(),
  }),
  member: z.strictObject({
    ...{ ...common, address: z.string(), protocol_port: port, subnet_id: z.string().nullish() },
    ...{ weight: z.number().int().min(0).max(256).nullish(), backup: z.boolean().optional() },
    ...{ monitor_address: z.string().nullish(), monitor_port: port.nullish() },
  }),
  healthmonitor: z.strictObject({
    ...{ ...common, pool_id: z.string(), type: z.enum(['TCP', 'HTTP', 'HTTPS', 'PING', 'TLS-HELLO', 'UDP-CONNECT']) },
    ...{ delay: seconds, timeout: seconds, max_retries: z.number().int().min(1).max(10) },
    ...{ max_retries_down: z.number().int().min(1).max(10).optional(), url_path: z.string().nullish() },
    ...{ http_method: z.string().nullish(), expected_codes: z.string().nullish() },
  }),
} as const;
const WORDS: Record<Kind, string> = {
  listener: 'Listener',
  pool: 'Pool',
  member: 'Member',
  healthmonitor: 'Health Monitor',
};

interface Path {
  Params: { id: string; poolId?: string };
}

function viewOf({ octavia }: Cloud, { kind, loadBalancerId, parentId, fields, ...row }: Part) {
  const below = [...octavia.parts.values()].filter((part) => part.parentId === row.id);
  const idsOf = (of: Kind) => below.filter((part) => part.kind === of).map(({ id }) => ({ id }));
  const loadbalancers = [{ id: loadBalancerId }];
  const places = {
    listener: { loadbalancers, default_pool_id: idsOf('pool')[0]?.id ?? null },
    pool: {
      ...{ loadbalancers, listeners: parentId ? [{ id: parentId }] : [], members: idsOf('member') },
      healthmonitor_id: idsOf('healthmonitor')[0]?.id ?? null,
    },
    member: {},
    healthmonitor: { pools: [{ id: parentId }] },
  };
  return { ...fields, ...row, operating_status: 'ONLINE', ...places[kind] };
}

type Context = { cloud: Cloud; caller: Caller };

function partOf({ cloud, caller }: Context, kind: Kind, id: string): Part {
  const part = ownRow(caller, cloud.octavia.parts, WORDS[kind], id);
  if (part.kind !== kind) throw octaviaRefusal(404, `${WORDS[kind]} ${id} not found.`);
  return part;
}

const balancerOf = ({ cloud, caller }: Context, id: string): LoadBalancer =>
  ownRow(caller, cloud.octavia.loadBalancers, 'Load Balancer', id);

const busy = (cloud: Cloud, balancer: LoadBalancer): void =>
  changing(cloud, balancer, 'PENDING_UPDATE', cloud.delays.loadBalancerUpdate);

function placeOf(context: Context, kind: Kind, fields: Record<string, unknown>, poolId: string | undefined) {
  const text = (key: string) => (typeof fields[key] === 'string' ? fields[key] : undefined);
  const above = poolId ?? text('pool_id') ?? text('listener_id');
  if (above === undefined) return { balancer: balancerOf(context, text('loadbalancer_id') ?? ''), parentId: '' };
  const parent = partOf(context, kind === 'pool' ? 'listener' : 'pool', above);
  return { balancer: balancerOf(context, parent.loadBalancerId), parentId: parent.id };
}

/** @throws Refusal 409 for a second listener on a port */
function requireFreePort({ octavia }: Cloud, loadBalancerId: string, kind: Kind, protocolPort: unknown): void {
  const rival = [...octavia.parts.values()].some(
    (part) =>
      kind === 'listener' &&
      part.kind === kind &&
      part.loadBalancerId === loadBalancerId &&
      part.fields.protocol_port === protocolPort,
  );
  if (!rival) return;
  const what = `Another Listener on this Load Balancer is already using protocol_port ${String(protocolPort)}`;
  throw octaviaRefusal(409, what);
}

function make(context: Context, kind: Kind, body: unknown, poolId?: string): Part {
  const { cloud, caller } = context;
  requireWriter(caller);
  const given = z.strictObject({ [kind]: CREATE[kind] }).parse(body)[kind];
  const {
    name = '',
    description = '',
    tags = [],
    admin_state_up = true,
    project_id: _own,
    ...fields
  } = z.looseObject(described).parse(given);
  const { balancer, parentId } = placeOf(context, kind, fields, poolId);
  requireMutable(balancer);
  requireFreePort(cloud, balancer.id, kind, fields.protocol_port);
  const part: Part = {
    ...{ id: cloud.newUuid(), name, description, project_id: balancer.project_id, tags, admin_state_up, kind },
    ...{ provisioning_status: 'ACTIVE', created_at: octaviaTime(cloud), updated_at: null },
    ...{ loadBalancerId: balancer.id, parentId, fields },
  };
  cloud.octavia.parts.set(part.id, part);
  busy(cloud, balancer);
  return part;
}

function remove(context: Context, kind: Kind, id: string): void {
  const { cloud, caller } = context;
  requireWriter(caller);
  const part = partOf(context, kind, id);
  const balancer = balancerOf(context, part.loadBalancerId);
  requireMutable(balancer);
  const { parts } = cloud.octavia;
  for (const one of parts.values()) if (one.parentId === id && one.kind !== 'pool') parts.delete(one.id);
  parts.delete(id);
  busy(cloud, balancer);
}

function addRoutesOf(app: FastifyInstance, cloud: Cloud, kind: Kind, base: string): void {
  const contextOf = (request: FastifyRequest): Context => ({ cloud, caller: octaviaCaller(cloud, request) });

  app.get<Path>(base, async (request) => {
    const { caller } = contextOf(request);
    const { poolId } = request.params;
    const seen = [...cloud.octavia.parts.values()].filter(
      (part) => part.kind === kind && isOwn(caller, part) && (poolId === undefined || part.parentId === poolId),
    );
    const known = ['id', 'name', 'description', 'project_id', 'tags', ...Object.keys(CREATE[kind].shape)];
    const views = seen.map((part) => viewOf(cloud, part));
    return listed(base.split('/').at(-1) ?? '', views, known, request);
  });

  app.post<Path>(base, async (request, reply) => {
    const part = make(contextOf(request), kind, request.body, request.params.poolId);
    return reply.code(201).send({ [kind]: viewOf(cloud, part) });
  });

  app.get<Path>(`${base}/:id`, async (request) => ({
    [kind]: viewOf(cloud, partOf(contextOf(request), kind, request.params.id)),
  }));

  app.delete<Path>(`${base}/:id`, async (request, reply) => {
    remove(contextOf(request), kind, request.params.id);
    return reply.code(204).send();
  });
}

/** Listeners, pools, members and health monitors. Every change of a part blocks its load balancer for a while. */
export function addPartRoutes(app: FastifyInstance, cloud: Cloud): void {
  addRoutesOf(app, cloud, 'listener', '/listeners');
  addRoutesOf(app, cloud, 'pool', '/pools');
  addRoutesOf(app, cloud, 'member', '/pools/:poolId/members');
  addRoutesOf(app, cloud, 'healthmonitor', '/healthmonitors');
}
