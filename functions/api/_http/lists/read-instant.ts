import { z } from 'zod';
import { Invalid } from '#shared/errors';

/** UTC when there is no offset, as in Waldur. */
const iso = z.iso.datetime({ offset: true, local: true }).or(z.iso.date());
const hasOffset = (text: string): boolean => /(Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10)) || text.length === 10;

/**
 * An instant of the query as ISO 8601 in UTC. Answers undefined when it is missing. Seconds since 1970 are accepted, as
 * Waldur's clients send them. Throws Invalid.
 */
export function readInstant(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name);
  if (!text) return undefined;
  const isIso = iso.safeParse(text).success;
  const instant = isIso ? `${text}${hasOffset(text) ? '' : 'Z'}` : Number.NaN;
  const at = new Date(/^\d{1,11}(\.\d+)?$/.test(text) ? Number(text) * 1000 : instant);
  if (Number.isNaN(at.getTime())) throw new Invalid({ [name]: ['Enter seconds since 1970 or an ISO 8601 instant.'] });
  return at.toISOString();
}
