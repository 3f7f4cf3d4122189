import { type FieldError, fieldErrors } from './field-errors.ts';

/** An answer other than 2xx, or one that is not of Paddock. */
export class PaddockError extends Error {
  override readonly name = 'PaddockError';
  readonly status: number;
  /** What the API says is wrong, in one sentence. */
  readonly detail: string;
  /** What is wrong with single fields of the body, in the order of the answer. */
  readonly fields: readonly FieldError[];
  /** Id of the call. Operators find the call in their logs by it. */
  readonly correlationId: string | undefined;
  /** Seconds after which the call may be repeated, if the API says so. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: unknown) {
    const fields = typeof body === 'string' ? [] : fieldErrors(body);
    const status = `${response.status} ${response.statusText}`.trim();
    super(isPage(body) ? pageText(status) : detailOf(body) || fields.map(sentence).join(' ') || status);
    this.status = response.status;
    this.detail = this.message;
    this.fields = fields;
    this.correlationId = response.headers.get('x-correlation-id') ?? undefined;
    this.retryAfter = Number(response.headers.get('retry-after')) || undefined;
  }
}

/** There was no answer: no connection, or not in time. */
export class PaddockUnreachable extends Error {
  override readonly name = 'PaddockUnreachable';

  constructor(address: string, cause: unknown) {
    super(`${address} does not answer: ${reasonOf(cause)}`, { cause });
  }
}

/** All answers of Paddock are JSON. A proxy in between answers with a page. */
const isPage = (body: unknown): boolean => typeof body === 'string' && body !== '';
const pageText = (status: string): string => `Something other than Paddock has answered, with ${status}.`;

function detailOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return undefined;
  return typeof body.detail === 'string' ? body.detail : undefined;
}

const sentence = ({ field, message }: FieldError): string => (field === '' ? message : `${field}: ${message}`);

/** The reason of `fetch`, which says only `fetch failed` by itself. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return 'the request took too long';
  return cause.cause instanceof Error ? cause.cause.message || cause.message : cause.message;
}
