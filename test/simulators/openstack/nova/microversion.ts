import type { FastifyReply, FastifyRequest } from 'fastify';
import { computeRefusal } from '../refusal.ts';

const newest = 104;
const decided = new WeakMap<FastifyRequest, number>();

/** The minor number of a request's microversion: 90 for 2.90, 1 without a header. */
export const minorOf = (request: FastifyRequest): number => decided.get(request) ?? 1;

/**
 * Reads the microversion from either of two headers, and returns it in the answer. @throws Refusal 400 for a malformed
 * version, 406 for a version that is too new
 */
export async function negotiate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const minor = wantedMinor(request);
  decided.set(request, minor);
  reply.header('openstack-api-version', `compute 2.${minor}`);
  reply.header('x-openstack-nova-api-version', `2.${minor}`);
  reply.header('vary', 'OpenStack-API-Version, X-OpenStack-Nova-API-Version');
}

function wantedMinor({ headers }: FastifyRequest): number {
  const [, generic] = /compute\s+(\S+)/.exec(String(headers['openstack-api-version'] ?? '')) ?? [];
  const wanted = generic ?? String(headers['x-openstack-nova-api-version'] ?? '2.1');
  if (wanted === 'latest') return newest;
  const [, major, minor] = /^(\d+)\.(\d+)$/.exec(wanted) ?? [];
  if (minor === undefined) {
    const message = `API Version String ${wanted} is of invalid format. Must be of format MajorNum.MinorNum.`;
    throw computeRefusal(400, message);
  }
  if (major !== '2' || Number(minor) < 1 || Number(minor) > newest) {
    const message = `Version ${wanted} is not supported by the API. Minimum is 2.1 and maximum is 2.${newest}.`;
    throw computeRefusal(406, message);
  }
  return Number(minor);
}

/** Refuses a feature to a request with a microversion below `minor`. @throws Refusal 404 as for an unknown path */
export function requireMinor(request: FastifyRequest, minor: number): void {
  if (minorOf(request) < minor) throw computeRefusal(404, 'The resource could not be found.');
}
