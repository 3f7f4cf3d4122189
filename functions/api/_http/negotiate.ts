import { NotFound } from '#shared/errors';
import { ContentTooLarge, MalformedBody, NotAcceptable, UnsupportedMediaType } from './http-errors.ts';
import type { ApiRequest } from './request.ts';

const JSON_RANGES = new Set(['*/*', 'application/*', 'application/json']);
export const mediaTypeOf = (text: string): string => text.split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * Refuses formats other than JSON (docs/spec/waldur-http.md#urls-and-negotiation). The answer is 406 if the header
 * `Accept` names another format, and 404 if `?format=` names another format.
 */
export function negotiate({ query, header }: ApiRequest): void {
  const format = query.get('format');
  if (format !== null && format !== '' && format !== 'json') throw new NotFound('Not found.');
  const accept = header('accept') ?? '';
  if (accept.trim() !== '' && !accept.split(',').some((range) => JSON_RANGES.has(mediaTypeOf(range)))) {
    throw new NotAcceptable();
  }
}

/** Maximum size of a body. The body of an order for 200 nodes, each with its own key, is half as large. */
const MAX_BODY_BYTES = 256 * 1024;
/**
 * Maximum size of a body that contains 1 MiB of YAML. In JSON the text is longer, because quotes and line ends are
 * escaped.
 */
export const MAX_YAML_BYTES = 2 * 1024 * 1024;
/**
 * How deep a body may be nested. An order has five levels. The code that handles a parsed body is recursive, and a
 * hundred thousand nested brackets would exhaust its stack.
 */
const MAX_DEPTH = 50;

function depthOf(value: unknown): number {
  let depth = 0;
  let level: unknown[] = [value];
  while (level.length > 0 && depth <= MAX_DEPTH) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    depth += 1;
  }
  return depth;
}

export function readJson(text: string): unknown {
  const malformed = (why: string, cause?: unknown) => new MalformedBody(`JSON parse error - ${why}`, {}, cause);
  try {
    const value: unknown = JSON.parse(text);
    if (depthOf(value) > MAX_DEPTH) throw malformed('nested too deeply');
    return value;
  } catch (cause) {
    if (cause instanceof MalformedBody) throw cause;
    throw malformed(cause instanceof Error ? cause.message : 'invalid', cause);
  }
}

const FORM = 'application/x-www-form-urlencoded';

/** Parses a form. By default, curl sends JSON with the content type of a form. Such a body is refused with a hint. */
function readForm(body: string): unknown {
  if (/^\s*[[{]/.test(body)) {
    throw new MalformedBody(
      `The body is JSON, but its Content-Type is ${FORM}. Send it with Content-Type: application/json.`,
    );
  }
  return Object.fromEntries(new URLSearchParams(body));
}

/**
 * Parses a JSON or form body. An empty body is an empty object. Call this function after all checks that do not need
 * the body (docs/spec/waldur-http.md#order-of-checks).
 */
export function readBody({ header, body }: ApiRequest, mostBytes = MAX_BODY_BYTES): unknown {
  if (Buffer.byteLength(body) > mostBytes) throw new ContentTooLarge(mostBytes);
  if (body.trim() === '') return {};
  const mediaType = mediaTypeOf(header('content-type') ?? '') || 'application/json';
  if (mediaType === 'application/json') return readJson(body);
  if (mediaType === FORM) return readForm(body);
  throw new UnsupportedMediaType(mediaType);
}
