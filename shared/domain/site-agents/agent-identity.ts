import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { defineRecord } from '../_core/define-record.ts';
import { derivedUuid, instant, type Uuid, uuid } from '../_core/identifier.ts';
import { changed, record } from '../_core/record.ts';

/**
 * A processor: the part of an agent that works with a backend. The agent reports the processor at the start of each
 * run.
 */
const agentProcessor = z.object({
  uuid,
  name: z.string(),
  backendType: z.string(),
  backendVersion: z.string(),
  created: instant,
  seenAt: instant,
});
export type AgentProcessor = z.infer<typeof agentProcessor>;

/** A service: a program of a site agent. The program runs in one mode, for example to process orders. */
const agentService = z.object({
  uuid,
  name: z.string(),
  mode: z.string(),
  created: instant,
  seenAt: instant,
  processors: z.array(agentProcessor),
});
export type AgentService = z.infer<typeof agentService>;

/**
 * A registered site agent of an offering. `modified` is the time when the agent was last seen, because each
 * registration changes the record.
 */
export const agentIdentity = record.extend({
  name: z.string(),
  offeringUuid: uuid,
  /** The customer that sells the offering. */
  customerUuid: uuid,
  createdByUuid: uuid,
  agentVersion: z.string(),
  dependencies: z.array(z.object({ package: z.string(), version: z.string() })),
  /**
   * Path of the configuration on the agent's machine. The configuration itself is not stored, because it may contain
   * secrets.
   */
  configFilePath: z.string(),
  lastRestartedAt: instant,
  services: z.array(agentService),
});
export type AgentIdentity = z.infer<typeof agentIdentity>;

export type NewService = Pick<AgentService, 'name' | 'mode'>;
export type NewProcessor = Pick<AgentProcessor, 'name' | 'backendType' | 'backendVersion'>;
export type ServiceOf = { identity: AgentIdentity; service: AgentService };
export type ProcessorOf = ServiceOf & { processor: AgentProcessor };

/** Claim that makes the name of an agent unique among the agents of its offering. */
export const agentNameClaim = (offeringUuid: Uuid, name: string): string => `site-agent/${offeringUuid}/${name}`;
/**
 * The claim on the uuid of a service or processor. The claim belongs to the agent, so the agent can be found by this
 * uuid.
 */
export const agentPartClaim = (partUuid: Uuid): string => `site-agent-part/${partUuid}`;

export const servicesIn = (identity: AgentIdentity): ServiceOf[] =>
  identity.services.map((service) => ({ identity, service }));
export const processorsIn = (identity: AgentIdentity): ProcessorOf[] =>
  servicesIn(identity).flatMap((of) => of.service.processors.map((processor) => ({ ...of, processor })));
export const partsOf = (identity: AgentIdentity): Uuid[] =>
  [...identity.services, ...identity.services.flatMap(({ processors }) => processors)].map((part) => part.uuid);

/**
 * Maximum number of services of an agent, and of processors of a service. This is more than enough, because an agent
 * has four modes.
 */
const MAX_PARTS = 20;

/**
 * Replaces the service or processor that has the same uuid, or appends the new one. Throws Invalid if the list would be
 * too long.
 */
function withPart<P extends { uuid: Uuid }>(parts: readonly P[], part: P): P[] {
  if (parts.some((it) => it.uuid === part.uuid)) return parts.map((it) => (it.uuid === part.uuid ? part : it));
  if (parts.length >= MAX_PARTS)
    throw new Invalid({
      name: [`A site agent has at most ${MAX_PARTS} services, and a service has at most ${MAX_PARTS} processors.`],
    });
  return [...parts, part];
}

/**
 * The identity after a service has registered. A service with a known name keeps its uuid, its creation time and its
 * processors.
 */
export function withService(identity: AgentIdentity, input: NewService, now: Date): ServiceOf {
  const id = derivedUuid(identity.uuid, `service/${input.name}`);
  const at = now.toISOString();
  const { created = at, processors = [] } = identity.services.find((it) => it.uuid === id) ?? {};
  const service: AgentService = { ...input, uuid: id, created, seenAt: at, processors };
  return { identity: changed(identity, now, { services: withPart(identity.services, service) }), service };
}

/**
 * The identity after a processor has registered. The registration also shows that the service of the processor is
 * running.
 */
export function withProcessor({ identity, service }: ServiceOf, input: NewProcessor, now: Date): ProcessorOf {
  const id = derivedUuid(service.uuid, `processor/${input.name}`);
  const at = now.toISOString();
  const { created = at } = service.processors.find((it) => it.uuid === id) ?? {};
  const processor: AgentProcessor = { ...input, uuid: id, created, seenAt: at };
  const seen = { ...service, seenAt: at, processors: withPart(service.processors, processor) };
  const services = withPart(identity.services, seen);
  return { identity: changed(identity, now, { services }), service: seen, processor };
}

const IDLE_MS = 60 * 60_000;
/** Whether the agent was last seen too long ago. By default, a running agent registers at least every half hour. */
export const isIdle = ({ seenAt }: { seenAt: string }, now: Date): boolean =>
  now.getTime() - Date.parse(seenAt) > IDLE_MS;

/**
 * The times when an agent was last seen or restarted can change without an audit event, because a running agent
 * registers again and again.
 */
export const agentIdentityRecord = defineRecord({
  name: 'AGENT_IDENTITY',
  title: 'AgentIdentity',
  schema: agentIdentity,
  listedBy: ['customer'],
  audit: {
    model: 'SiteAgent.AgentIdentity',
    title: 'Site agent',
    created: 'site_agent_registered',
    updated: 'site_agent_updated',
    deleted: 'site_agent_deleted',
    fields: {
      name: 'shown',
      offeringUuid: 'detail',
      customerUuid: 'hidden',
      createdByUuid: 'detail',
      agentVersion: 'shown',
      dependencies: 'detail',
      configFilePath: 'shown',
      lastRestartedAt: 'hidden',
      services: 'hidden',
    },
  },
});
