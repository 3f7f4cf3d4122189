import { EVERYTHING } from '#shared/app/_core/everything';
import type { Listing } from '#shared/contracts/rest/_core/listing';
import { visibilityOf } from '#shared/domain/organizations/caller';
import type { AgentIdentity } from '#shared/domain/site-agents/agent-identity';
import type { Store } from '#shared/ports/store';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/page-of.ts';
import type { ApiReply } from '../_http/replies.ts';
import type { Call } from '../_http/router.ts';

/** Parts of site agents' records. Agents are few: all that the caller sees are read. */
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
