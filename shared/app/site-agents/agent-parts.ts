import type { Uuid } from '#shared/domain/_core/identifier';
import {
  type AgentIdentity,
  agentPartClaim,
  type ProcessorOf,
  processorsIn,
  type ServiceOf,
  servicesIn,
} from '#shared/domain/site-agents/agent-identity';
import type { Store } from '#shared/ports/store';

type Reading = Pick<Store, 'agentIdentities' | 'claims'>;

/** The agent of a service or processor. Strongly consistent, because agents register one right after the other. */
async function agentOf({ agentIdentities, claims }: Reading, part: Uuid): Promise<AgentIdentity[]> {
  const holder = await claims.holderOf(agentPartClaim(part));
  const identity = holder === undefined ? undefined : await agentIdentities.find(holder);
  return identity === undefined ? [] : [identity];
}

/** Services of agents, by uuid. */
export const agentServices = (store: Reading) => ({
  find: async (uuid: Uuid): Promise<ServiceOf | undefined> =>
    (await agentOf(store, uuid)).flatMap(servicesIn).find(({ service }) => service.uuid === uuid),
});

/** Processors of agents, by uuid. */
export const agentProcessors = (store: Reading) => ({
  find: async (uuid: Uuid): Promise<ProcessorOf | undefined> =>
    (await agentOf(store, uuid)).flatMap(processorsIn).find(({ processor }) => processor.uuid === uuid),
});
