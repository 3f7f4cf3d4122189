import { keystoneRefusal } from '../refusal.ts';
import type { Caller } from './caller.ts';

/** @throws Refusal 403 in Keystone's words unless `allowed` */
export function allow(allowed: boolean, action: string): void {
  if (allowed) return;
  throw keystoneRefusal(403, `You are not authorized to perform the requested action: identity:${action}.`);
}

export const requireAdmin = (caller: Caller, action: string) => allow(caller.admin, action);

/** @throws Refusal 404 in Keystone's words */
export function found<Row>(row: Row | undefined, kind: string, id: string): Row {
  if (row === undefined) throw keystoneRefusal(404, `Could not find ${kind}: ${id}.`);
  return row;
}

/** @throws Refusal 409 in Keystone's words when another row has the name in the same domain */
export function requireFreeName(
  rows: Iterable<{ id: string; name: string; domain_id: string }>,
  row: { id?: string; name: string; domain_id: string },
  kind: string,
): void {
  for (const other of rows) {
    if (other.name !== row.name || other.domain_id !== row.domain_id || other.id === row.id) continue;
    const why = `Duplicate entry found with name ${row.name} at domain ID ${row.domain_id}`;
    throw keystoneRefusal(409, `Conflict occurred attempting to store ${kind} - ${why}.`);
  }
}
