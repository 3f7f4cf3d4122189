import { type FieldError, fieldErrors } from './field-errors.ts';

/** An answer with a status other than 2xx, or an answer from a server that is not Paddock. */
export class PaddockError extends Error {
  override readonly name = 'PaddockError';
  readonly status: number;
  /** The API's error message, in one sentence. */
  readonly detail: string;
  /** Errors of single fields of the body, in the order of the answer. */
  readonly fields: readonly FieldError[];
  /** The correlation id of the call. Operators search their logs for this id. */
  readonly correlationId: string | undefined;
  /** Seconds after which the call may be repeated, if the API sends them. */
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

/** The API could not be reached, or its answer was late. */
export class PaddockUnreachable extends Error {
  override readonly name = 'PaddockUnreachable';

  constructor(address: string, cause: unknown) {
    super(`${address} does not answer: ${reasonOf(cause)}`, { cause });
  }
}

/** Paddock always answers with JSON. A proxy between the client and Paddock may answer with an HTML page. */
const isPage = (body: unknown): boolean => typeof body === 'string' && body !== '';
const pageText = (status: string): string => `Something other than Paddock has answered, with ${status}.`;

function detailOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return undefined;
  return typeof body.detail === 'string' ? body.detail : undefined;
}

const sentence = ({ field, message }: FieldError): string => (field === '' ? message : `${field}: ${message}`);

/** Returns the cause of an error of `fetch`, because the error itself says only `fetch failed`. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError') return 'the request took too long';
  return cause.cause instanceof Error ? cause.cause.message || cause.message : cause.message;
}
