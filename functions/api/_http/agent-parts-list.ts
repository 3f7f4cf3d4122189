import { EVERYTHING } from '#shared/app/everything';
import type { Listing } from '#shared/contracts/rest/listing';
import { visibilityOf } from '#shared/domain/caller';
import type { AgentIdentity } from '#shared/domain/site-agent/agent-identity';
import type { Store } from '#shared/ports/store';
import { readFilters } from './filters.ts';
import { listReply } from './list-reply.ts';
import { pageOf } from './page-of.ts';
import type { ApiReply } from './replies.ts';
import type { Call } from './router.ts';

/** What the records of site agents have in them. Agents are few: all that the caller sees are read. */
export async function listAgentParts<P, V>(
  { agentIdentities }: Pick<Store, 'agentIdentities'>,
  call: Call,
  listing: Listing<P, V>,
  partsIn: (identity: AgentIdentity) => P[],
): Promise<ApiReply> {
  const { matches = () => true } = readFilters(call, listing.filters);
  const { items } = await agentIdentities.list({ visibility: visibilityOf(call.caller) }, EVERYTHING);
  return listReply(call, pageOf(items.flatMap(partsIn).filter(matches)), listing);
}
