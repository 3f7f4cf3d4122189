import type { Caller } from '#shared/domain/organizations/caller';
import { getVisible, soldTo } from '../_core/get-visible.ts';
import { type ErredWords, setResourceErred, setResourceOk } from '../marketplace/set-resource-state.ts';
import type { RecordDeps } from '../planning/order-deps.ts';
import { setAgentResourceErred, setAgentResourceOk } from './set-agent-resource-state.ts';

const isOfAgent = async ({ store }: RecordDeps, caller: Caller, uuidText: string): Promise<boolean> =>
  (await getVisible(store.resources, 'Resource', uuidText, soldTo(caller))).siteAgent !== undefined;

/** The seller sets the state of an agent's resource. Only staff sets that of a cluster. */
export async function setSoldResourceOk(deps: RecordDeps, caller: Caller, uuidText: string): Promise<void> {
  if (await isOfAgent(deps, caller, uuidText)) await setAgentResourceOk(deps, caller, uuidText);
  else await setResourceOk(deps, caller, { by: 'resource', uuidText });
}

/** The same for ERRED. `read` parses the body, after all other checks, and throws Invalid. */
export async function setSoldResourceErred(
  deps: RecordDeps,
  caller: Caller,
  { uuidText, read }: { uuidText: string; read: () => ErredWords },
): Promise<void> {
  if (await isOfAgent(deps, caller, uuidText)) await setAgentResourceErred(deps, caller, { uuidText, read });
  else await setResourceErred(deps, caller, { by: 'resource', uuidText }, read);
}
