import { REFUSED_ACTIONS } from '#shared/contracts/rest/_core/refused-actions';
import { parseUuid } from '#shared/domain/_core/identifier';
import type { ApiReply } from './replies.ts';

const refusals = new Map(
  Object.entries(REFUSED_ACTIONS).map(([segment, actions]) => [segment, new Map(Object.entries(actions))]),
);

/** Names what to use instead of an action that Waldur has and Paddock does not. Says nothing about the object. */
export function refusedAction({ method, path }: { method: string; path: string }): ApiReply | undefined {
  const [root, segment = '', uuid = '', action = '', ...more] = path.split('/').filter(Boolean);
  if (method !== 'POST' || root !== 'api' || more.length > 0 || parseUuid(uuid) === undefined) return undefined;
  const detail = refusals.get(segment)?.get(action);
  return detail === undefined ? undefined : { status: 404, body: { detail } };
}
