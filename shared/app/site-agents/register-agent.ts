import type { Uuid } from '#shared/domain/_core/identifier';
import { changed, newRecord } from '#shared/domain/_core/record';
import { isSiteAgentOffering, type SiteAgentOffering } from '#shared/domain/marketplace/offering';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import {
  type AgentIdentity,
  agentNameClaim,
  agentPartClaim,
  type NewProcessor,
  type NewService,
  type ProcessorOf,
  partsOf,
  processorsIn,
  type ServiceOf,
  servicesIn,
  withProcessor,
  withService,
} from '#shared/domain/site-agents/agent-identity';
import { Invalid, noObject } from '#shared/errors';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { assertRoom } from '../_core/assert-room.ts';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';

type Deps = { store: Pick<Store, 'agentIdentities' | 'offerings' | 'claims' | 'commit'>; clock: Clock; ids: Ids };
type Facts = Pick<AgentIdentity, 'name' | 'agentVersion' | 'dependencies' | 'configFilePath' | 'lastRestartedAt'>;
/** Facts that an agent reports about itself. Facts that are not reported stay unchanged. */
type AgentFacts = Partial<Facts> & { offeringUuid?: Uuid };
type NewAgent = AgentFacts & { offeringUuid: Uuid; name: string };

const NOT_ITS_WORK = 'Paddock carries out the orders of this offering itself.';
const STAYS = 'A site agent cannot change its offering: register another agent.';
const nameTaken = () => new Invalid({ name: ['A site agent with this name is already registered for the offering.'] });
const partTaken = () => new Error('two site agents have the same service or processor');

async function agentOffering({ store }: Deps, caller: Caller, uuid: Uuid): Promise<SiteAgentOffering> {
  const offering = await store.offerings.find(uuid);
  if (offering === undefined || !canSee(caller, { customerUuid: offering.customerUuid })) throw noObject('offering');
  assertPermitted(caller, 'site_agent.create', { customerUuid: offering.customerUuid });
  if (!isSiteAgentOffering(offering)) throw new Invalid({ offering: [NOT_ITS_WORK] });
  return offering;
}

/**
 * Registers an agent of an offering. Throws NotAllowed. Throws Invalid when the offering is not for site agents, or
 * already has an agent of this name.
 */
export async function registerAgent(deps: Deps, caller: Caller, input: NewAgent): Promise<AgentIdentity> {
  const { store, clock, ids } = deps;
  const { uuid: offeringUuid, customerUuid } = await agentOffering(deps, caller, input.offeringUuid);
  await assertRoom('agentIdentities', store.agentIdentities, { customerUuid });
  const now = clock.now();
  const identity: AgentIdentity = {
    ...newRecord(ids.uuid(), now),
    agentVersion: '',
    dependencies: [],
    configFilePath: '',
    lastRestartedAt: now.toISOString(),
    ...input,
    offeringUuid,
    customerUuid,
    createdByUuid: caller.user.uuid,
    services: [],
  };
  const claim = store.claims.insert(agentNameClaim(offeringUuid, identity.name), identity.uuid, nameTaken);
  await store.commit(store.agentIdentities.insert(identity), claim);
  return identity;
}

export const getAgent = ({ store }: Pick<Deps, 'store'>, caller: Caller, uuidText: string): Promise<AgentIdentity> =>
  getVisible(store.agentIdentities, 'AgentIdentity', uuidText, seenBy(caller));

async function managedAgent(deps: Deps, caller: Caller, uuidText: string): Promise<AgentIdentity> {
  const identity = await getAgent(deps, caller, uuidText);
  assertPermitted(caller, 'site_agent.manage', identity);
  return identity;
}

/** Changes an agent, but never its offering. Throws NotFound, NotAllowed, and Invalid as in `registerAgent`. */
export const updateAgent = (
  deps: Deps,
  caller: Caller,
  uuidText: string,
  parseChange: () => AgentFacts,
): Promise<AgentIdentity> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const identity = await managedAgent(deps, caller, uuidText);
    const { offeringUuid = identity.offeringUuid, ...facts } = parseChange();
    if (offeringUuid !== identity.offeringUuid) throw new Invalid({ offering: [STAYS] });
    const next = changed(identity, clock.now(), facts);
    const claim = store.claims.insert(agentNameClaim(offeringUuid, next.name), next.uuid, nameTaken);
    const renamed = [claim, store.claims.remove(agentNameClaim(offeringUuid, identity.name))];
    await store.commit(store.agentIdentities.replace(next), ...(next.name === identity.name ? [] : renamed));
    return next;
  });

/** Deletes an agent with its services and processors. An interrupted deletion leaves only claims that nobody uses. */
export async function forgetAgent(
  store: Pick<Store, 'agentIdentities' | 'claims' | 'commit'>,
  identity: AgentIdentity,
): Promise<void> {
  const name = agentNameClaim(identity.offeringUuid, identity.name);
  await store.commit(store.agentIdentities.remove(identity), store.claims.remove(name));
  await commitInChunks(store, partsOf(identity), (part) => [store.claims.remove(agentPartClaim(part))]);
}

/**
 * Deletes an agent's registration. The agent's program is not stopped: if it runs, it registers again. Throws NotFound
 * and NotAllowed.
 */
export const deleteAgent = (deps: Deps, caller: Caller, uuidText: string): Promise<void> =>
  retryOnConflict(async () => forgetAgent(deps.store, await managedAgent(deps, caller, uuidText)));

/**
 * Stores an agent with its new service or processor. Also stores a claim that maps the uuid of the service or processor
 * to the agent.
 */
async function keepPart({ store }: Deps, identity: AgentIdentity, part: Uuid): Promise<void> {
  const claim = store.claims.insert(agentPartClaim(part), identity.uuid, partTaken);
  await store.commit(store.agentIdentities.replace(identity), claim);
}

/** Registers a service of an agent. Throws NotFound, NotAllowed, and Invalid when the agent has too many services. */
export const registerService = (
  deps: Deps,
  caller: Caller,
  uuidText: string,
  readService: () => NewService,
): Promise<ServiceOf> =>
  retryOnConflict(async () => {
    const identity = await managedAgent(deps, caller, uuidText);
    const registered = withService(identity, readService(), deps.clock.now());
    await keepPart(deps, registered.identity, registered.service.uuid);
    return registered;
  });

/** Registers a processor of a service. Throws the errors of `registerService`. */
export const registerProcessor = (
  deps: Deps,
  caller: Caller,
  uuidText: string,
  readProcessor: () => NewProcessor,
): Promise<ProcessorOf> =>
  retryOnConflict(async () => {
    const isVisible = ({ identity }: ServiceOf) => canSee(caller, identity);
    const found = await getVisible(agentServices(deps.store), 'AgentService', uuidText, isVisible);
    assertPermitted(caller, 'site_agent.manage', found.identity);
    const registered = withProcessor(found, readProcessor(), deps.clock.now());
    await keepPart(deps, registered.identity, registered.processor.uuid);
    return registered;
  });

type Reading = Pick<Store, 'agentIdentities' | 'claims'>;

/**
 * Finds the agent of a service or processor. The read is strongly consistent, because agents register a service and use
 * it at once.
 */
async function agentOf({ agentIdentities, claims }: Reading, part: Uuid): Promise<AgentIdentity[]> {
  const holder = await claims.holderOf(agentPartClaim(part));
  const identity = holder === undefined ? undefined : await agentIdentities.find(holder);
  return identity === undefined ? [] : [identity];
}

export const agentServices = (store: Reading) => ({
  find: async (uuid: Uuid): Promise<ServiceOf | undefined> =>
    (await agentOf(store, uuid)).flatMap(servicesIn).find(({ service }) => service.uuid === uuid),
});

export const agentProcessors = (store: Reading) => ({
  find: async (uuid: Uuid): Promise<ProcessorOf | undefined> =>
    (await agentOf(store, uuid)).flatMap(processorsIn).find(({ processor }) => processor.uuid === uuid),
});
