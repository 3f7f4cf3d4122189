import type { FastifyRequest } from 'fastify';
import { type Fields, isFields } from '../_core/field-path.ts';
import { callerOf } from '../identity/caller.ts';
import type { Verb } from '../roles/role-rules.ts';
import { FILTERED_BY_THEMSELVES } from './visible-views.ts';

const NEEDED: Record<string, Verb> = { patch: 'update', remove: 'delete', update: 'update', view: 'get' };

/** Removes the links that the caller's rights do not allow, from an object of steve or from all objects of a list. */
export async function grantedLinks(request: FastifyRequest, _reply: unknown, payload: unknown): Promise<unknown> {
  if (!isFields(payload)) return payload;
  const { data, type } = payload;
  if (type !== 'collection') return withGranted(request, payload);
  return { ...payload, ...(Array.isArray(data) && { data: data.map((one) => withGranted(request, one)) }) };
}

function withGranted(request: FastifyRequest, object: unknown): unknown {
  if (!isFields(object) || !isFields(object.links)) return object;
  const { id, type, links, metadata } = object;
  if (typeof id !== 'string' || typeof type !== 'string' || !isFields(metadata)) return object;
  if (FILTERED_BY_THEMSELVES.includes(type)) return object;
  const caller = callerOf(request);
  const may = (link: string): boolean => {
    const verb = NEEDED[link];
    return verb === undefined || caller.mayOfSteve(verb, `${type}s`, id);
  };
  const granted: Fields = Object.fromEntries(Object.entries(links).filter(([link]) => may(link)));
  return { ...object, links: granted };
}
