import type { FastifyRequest } from 'fastify';
import { computeRefusal } from '../refusal.ts';

/**
 * Parameters that the real Cinder reads for volumes, but that are not simulated. Filters are not listed here: by
 * default, Cinder ignores the filters of users who are not administrators, like unknown parameters.
 */
const UNPLAYED = ['sort', 'sort_key', 'sort_dir', 'offset', 'with_count'];

/** @throws Refusal 400 for an invalid limit, 501 for a parameter that is not simulated */
export async function checkQuery(request: FastifyRequest): Promise<void> {
  const [path = '', text] = request.url.split('?');
  if (request.method !== 'GET' || !/\/(volumes|volumes\/detail|types)\/?$/.test(path)) return;
  const query = new URLSearchParams(text);
  const limit = query.get('limit');
  if (limit !== null && !/^-?\d+$/.test(limit)) throw computeRefusal(400, 'limit param must be an integer');
  if (limit?.startsWith('-')) throw computeRefusal(400, 'limit param must be positive');
  const name = UNPLAYED.find((one) => query.has(one));
  if (name !== undefined) throw computeRefusal(501, `not simulated: query parameter ${name}`);
}
