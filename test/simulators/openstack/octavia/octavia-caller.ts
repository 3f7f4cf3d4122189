import type { FastifyRequest } from 'fastify';
import type { Cloud } from '../cloud.ts';
import { type Caller, serviceCaller } from '../keystone/caller.ts';
import { Refusal } from '../refusal.ts';
import type { LoadBalancer, OctaviaRow } from './rows.ts';

/** The form of Octavia's error bodies. */
export const octaviaRefusal = (status: number, faultstring: string) =>
  new Refusal(status, { faultcode: status >= 500 ? 'Server' : 'Client', faultstring, debuginfo: null });

export const octaviaCaller = (cloud: Cloud, request: FastifyRequest) => serviceCaller(cloud, request, 'octavia');

/** @throws Refusal 403 for callers who may only read */
export function requireWriter({ writer, admin }: Caller): void {
  if (!writer && !admin) {
    throw octaviaRefusal(403, 'Policy does not allow this request to be performed.');
  }
}

export const isOwn = ({ admin, projectId }: Caller, row: Pick<OctaviaRow, 'project_id'>): boolean =>
  admin || row.project_id === projectId;

/** @throws Refusal 404 for a missing object, 403 for an object of another project */
export function ownRow<T extends OctaviaRow>(caller: Caller, rows: Map<string, T>, kind: string, id: string): T {
  const row = rows.get(id);
  if (!row) throw octaviaRefusal(404, `${kind} ${id} not found.`);
  if (!isOwn(caller, row)) throw octaviaRefusal(403, 'Policy does not allow this request to be performed.');
  return row;
}

/** Octavia makes only one change of a load balancer at a time. @throws Refusal 409 while another change is under way */
export function requireMutable({ id, provisioning_status }: LoadBalancer): void {
  if (!provisioning_status.startsWith('PENDING')) return;
  throw octaviaRefusal(409, `Load Balancer ${id} is immutable and cannot be updated.`);
}

export const octaviaTime = (cloud: Cloud) => new Date(cloud.clock.now()).toISOString().replace(/\.\d+Z$/, '');

const WORDS = new Set(['limit', 'marker', 'sort', 'fields', 'page_reverse']);

/** Filters and pages a list. @throws Refusal 400 for a filter that the objects do not have */
export function listed(
  many: string,
  views: Record<string, unknown>[],
  known: readonly string[],
  request: FastifyRequest,
) {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const filters = [...query].filter(([name]) => !WORDS.has(name));
  const unknown = filters.find(([name]) => !known.includes(name));
  if (unknown) throw octaviaRefusal(400, 'One or more arguments are either missing or invalid.');
  const matches = (view: Record<string, unknown>) =>
    filters.every(([name, wanted]) => {
      const value = view[name];
      return Array.isArray(value) ? wanted.split(',').every((one) => value.includes(one)) : String(value) === wanted;
    });
  const kept = views.filter(matches);
  const marker = query.get('marker');
  const after = marker === null ? kept : kept.slice(kept.findIndex(({ id }) => id === marker) + 1);
  const limit = Number(query.get('limit') ?? 0) || after.length;
  const page = after.slice(0, limit);
  const href = `${request.url.split('?')[0]}?limit=${limit}&marker=${String(page.at(-1)?.id)}`;
  return { [many]: page, [`${many}_links`]: after.length > limit ? [{ rel: 'next', href }] : [] };
}
