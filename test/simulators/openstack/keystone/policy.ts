import { keystoneRefusal } from '../refusal.ts';
import type { Caller } from './caller.ts';

/** @throws Refusal 403 in Keystone's words if `allowed` is false */
export function allow(allowed: boolean, action: string): void {
  if (allowed) return;
  throw keystoneRefusal(403, `You are not authorized to perform the requested action: identity:${action}.`);
}

export const requireAdmin = (caller: Caller, action: string) => allow(caller.admin, action);

/**
 * Whether the caller administers a domain. The default is the token's own domain. An `admin` of any scope administers
 * all domains. A `manager` on a domain administers only that domain.
 */
export const mindsDomain = (caller: Caller, domainId = caller.domainId): boolean =>
  caller.admin || (caller.manager && caller.domainId !== '' && caller.domainId === domainId);

/** Policy is checked before existence, so a manager of a domain gets 403 for a project that does not exist. */
export const requireDomain = (caller: Caller, domainId: string | undefined, action: string) =>
  allow(mindsDomain(caller, domainId), action);

/** @throws Refusal 404 in Keystone's words */
export function found<Row>(row: Row | undefined, kind: string, id: string): Row {
  if (row === undefined) throw keystoneRefusal(404, `Could not find ${kind}: ${id}.`);
  return row;
}

/**
 * @throws Refusal 409 in Keystone's words if another row of the same domain has the same name. Upper and lower case
 * count as equal.
 */
export function requireFreeName(
  rows: Iterable<{ id: string; name: string; domain_id: string }>,
  row: { id?: string; name: string; domain_id: string },
  kind: string,
): void {
  for (const other of rows) {
    const isTwin = other.name.toLowerCase() === row.name.toLowerCase() && other.domain_id === row.domain_id;
    if (!isTwin || other.id === row.id) continue;
    const why = `it is not permitted to have two ${kind}s with either the same name or same id in the same domain: name is ${row.name}, ${kind} id ${row.id ?? ''}`;
    throw keystoneRefusal(409, `Conflict occurred attempting to store ${kind} - ${why}.`);
  }
}
