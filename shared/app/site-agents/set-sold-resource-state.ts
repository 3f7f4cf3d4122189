import { assertState } from '#shared/domain/_core/assert-state';
import { failureByAgent } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import { getVisible, soldTo } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { type ErredWords, setResourceErred, setResourceOk } from '../marketplace/set-resource-state.ts';
import type { RecordDeps } from '../planning/order-deps.ts';
import { agentResourceFor } from './report-resource.ts';

const isOfAgent = async ({ store }: RecordDeps, caller: Caller, uuidText: string): Promise<boolean> =>
  (await getVisible(store.resources, 'Resource', uuidText, soldTo(caller))).siteAgent !== undefined;

/**
 * Sets a resource to OK. The seller may do this for a resource of a site agent. For the resource of a cluster, only
 * staff may do this.
 */
export async function setSoldResourceOk(deps: RecordDeps, caller: Caller, uuidText: string): Promise<void> {
  if (await isOfAgent(deps, caller, uuidText)) await setAgentResourceOk(deps, caller, uuidText);
  else await setResourceOk(deps, caller, { by: 'resource', uuidText });
}

/**
 * Sets a resource to ERRED. The seller may do this for a resource of a site agent. For the resource of a cluster, only
 * staff may do this. `read` parses the body, after all other checks, and throws Invalid.
 */
export async function setSoldResourceErred(
  deps: RecordDeps,
  caller: Caller,
  { uuidText, read }: { uuidText: string; read: () => ErredWords },
): Promise<void> {
  if (await isOfAgent(deps, caller, uuidText)) await setAgentResourceErred(deps, caller, { uuidText, read });
  else await setResourceErred(deps, caller, { by: 'resource', uuidText }, read);
}

type Words = { message: string; traceback: string };

/** Sets a failed resource of a site agent to OK. Throws Conflict if the resource is neither ERRED nor OK. */
const setAgentResourceOk = (deps: RecordDeps, caller: Caller, uuidText: string): Promise<Resource> =>
  retryOnConflict(async () => {
    const resource = await agentResourceFor(deps, caller, uuidText);
    assertState(resource, ['OK', 'Erred']);
    if (resource.state === 'OK') return resource;
    const siteAgent = { ...resource.siteAgent, lastError: undefined };
    const next = changed<Resource>(resource, deps.clock.now(), { state: 'OK', siteAgent });
    await deps.store.commit(deps.store.resources.replace(next));
    return next;
  });

/**
 * Sets a resource of a site agent to ERRED. Throws Conflict while an order of the resource is running, because the
 * agent will report the result of the order.
 * @param read parses the body, after all other checks; throws Invalid
 */
const setAgentResourceErred = (
  deps: RecordDeps,
  caller: Caller,
  { uuidText, read }: { uuidText: string; read: () => Words },
): Promise<Resource> =>
  retryOnConflict(async () => {
    const resource = await agentResourceFor(deps, caller, uuidText);
    assertState(resource, ['OK', 'Erred']);
    const now = deps.clock.now();
    const siteAgent = { ...resource.siteAgent, lastError: failureByAgent(read(), now) };
    const next = changed<Resource>(resource, now, { state: 'Erred', siteAgent });
    await deps.store.commit(deps.store.resources.replace(next));
    return next;
  });
