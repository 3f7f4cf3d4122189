import { assertNotReadOnly } from '#shared/domain/_core/assert-state';
import { changed } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import { isSiteAgentOffering } from '#shared/domain/marketplace/offering';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { AgentResource, Limits } from '#shared/domain/marketplace/site-agent-order';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { reportedLimits } from '#shared/domain/site-agents/ordered-limits';
import { Invalid } from '#shared/errors';
import { getVisible, soldTo } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { sellerOf } from '../marketplace/orders/order-decision.ts';
import type { RecordDeps } from '../planning/order-deps.ts';

/**
 * A report. `uuidText` is the text from the URL. `read` parses the body, after all other checks, and throws Invalid.
 */
type Report<T> = { uuidText: string; read: () => T };
type OfAgent = Resource & { siteAgent: AgentResource };

const OURS = 'Paddock manages this resource itself: nothing can be reported about it.';

/** Finds a resource about which the seller's agent may report. Checks in this order: 404, 403, 405, 400. */
export async function agentResourceFor(
  { store, site }: RecordDeps,
  caller: Caller,
  uuidText: string,
): Promise<OfAgent> {
  const resource = await getVisible(store.resources, 'Resource', uuidText, soldTo(caller));
  assertPermitted(caller, 'resource.carry_out', sellerOf(resource));
  assertNotReadOnly(site);
  const { siteAgent } = resource;
  if (!siteAgent) throw new Invalid([OURS]);
  return { ...resource, siteAgent };
}

/** Writes a report. Writes nothing if the record already has the same values. */
const report = <T>(
  deps: RecordDeps,
  caller: Caller,
  { uuidText, read }: Report<T>,
  change: (said: T, before: OfAgent) => Promise<Partial<AgentResource>> | Partial<AgentResource>,
): Promise<Resource> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const before = await agentResourceFor(deps, caller, uuidText);
    const siteAgent = { ...before.siteAgent, ...(await change(read(), before)) };
    if (isSameValue(siteAgent, before.siteAgent)) return before;
    const next = changed<Resource>(before, clock.now(), { siteAgent });
    await store.commit(store.resources.replace(next));
    return next;
  });

/** Records the id that the resource has in the agent's backend. */
export const setResourceBackendId = (deps: RecordDeps, caller: Caller, asked: Report<string>): Promise<Resource> =>
  report(deps, caller, asked, (backendId) => ({ backendId }));

/** Records data of the agent's backend about the resource. The agent chooses the names of the fields. */
export const setResourceMetadata = (
  deps: RecordDeps,
  caller: Caller,
  asked: Report<Record<string, unknown>>,
): Promise<Resource> => report(deps, caller, asked, (backendMetadata) => ({ backendMetadata }));

/** Records the limits that the backend applies. They may differ from the ordered limits. */
export const setResourceLimits = (deps: RecordDeps, caller: Caller, asked: Report<Limits>): Promise<Resource> =>
  report(deps, caller, asked, async (limits, { offeringUuid, siteAgent }) => {
    const offering = await deps.store.offerings.get(offeringUuid);
    const components = isSiteAgentOffering(offering) ? offering.components : [];
    return { limits: reportedLimits(components, siteAgent.limits, limits) };
  });

/** Records that the agent has just compared the resource with its backend. */
export const refreshLastSync = (deps: RecordDeps, caller: Caller, uuidText: string): Promise<Resource> =>
  report(deps, caller, { uuidText, read: () => deps.clock.now().toISOString() }, (lastSyncAt) => ({ lastSyncAt }));
