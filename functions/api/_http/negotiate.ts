import { NotFound } from '#shared/errors';
import { MalformedBody, NotAcceptable, UnsupportedMediaType } from './http-errors.ts';
import type { ApiRequest } from './request.ts';

const JSON_RANGES = new Set(['*/*', 'application/*', 'application/json']);
const mediaTypeOf = (text: string): string => text.split(';')[0]?.trim().toLowerCase() ?? '';

/** There is one representation; asking for another is 406 by header and 404 by `?format=` (waldur-http.md "URLs and negotiation"). */
export function negotiate({ query, header }: ApiRequest): void {
  const format = query.get('format');
  if (format !== null && format !== '' && format !== 'json') throw new NotFound('Not found.');
  const accept = header('accept') ?? '';
  if (accept.trim() !== '' && !accept.split(',').some((range) => JSON_RANGES.has(mediaTypeOf(range)))) {
    throw new NotAcceptable();
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MalformedBody(`JSON parse error - ${cause instanceof Error ? cause.message : 'invalid'}`, {}, cause);
  }
}

/** The body as a value: JSON or a form; an empty one is an empty object. Read only once every check before it has passed. */
export function readBody({ header, body }: ApiRequest): unknown {
  if (body.trim() === '') return {};
  const mediaType = mediaTypeOf(header('content-type') ?? '') || 'application/json';
  if (mediaType === 'application/json') return readJson(body);
  if (mediaType === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body));
  throw new UnsupportedMediaType(mediaType);
}
