import { assertState } from '#shared/domain/_core/assert-state';
import { failureByAgent } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Caller } from '#shared/domain/organizations/caller';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { RecordDeps } from '../planning/order-deps.ts';
import { agentResourceFor } from './report-resource.ts';

type Words = { message: string; traceback: string };

/** A resource that had failed is well again, says the site agent. Throws Conflict unless it has failed, or is well already. */
export const setAgentResourceOk = (deps: RecordDeps, caller: Caller, uuidText: string): Promise<Resource> =>
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
 * Something is wrong with a resource at its backend, says the site agent. Throws Conflict while an order is being carried out: that order
 * has an end of its own.
 * @param read reads the body, once everything else has been checked; throws Invalid
 */
export const setAgentResourceErred = (
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
