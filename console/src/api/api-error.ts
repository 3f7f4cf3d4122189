/** A fault of one field of a request. `path` is the field's name, with dots below objects and lists. */
export type FieldFault = { path: string; message: string };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Lists the faults of an answer such as `{"nodes": [{}, {"flavor": ["Unknown."]}]}`, with the path of each. */
export function faultsOf(body: unknown, path = ''): FieldFault[] {
  if (typeof body === 'string') return body === '' ? [] : [{ path, message: body }];
  if (!isObject(body)) return [];
  const isList = Array.isArray(body);
  return Object.entries(body).flatMap(([key, value]) => {
    const isMessage = isList && typeof value === 'string';
    return faultsOf(value, isMessage ? path : [path, key].filter(Boolean).join('.'));
  });
}

/** Fields whose messages are about the whole request. */
const WHOLE = ['', 'detail', 'non_field_errors'];

function sentenceOf(status: number, body: unknown): string {
  const faults = faultsOf(body);
  if (faults.length === 0) return `Paddock answered with the status ${status}.`;
  return faults
    .map(({ path, message }) => (WHOLE.includes(path) ? message : `${path.replaceAll('_', ' ')}: ${message}`))
    .join(' ');
}

const NEXT_STEPS: Readonly<Record<number, string>> = {
  401: 'Sign in again.',
  403: 'Ask an owner of the organization for the right.',
  404: 'Go back to the list: it may have been deleted, or you may not see it.',
  409: 'Look at what is running now, and try again when it has ended.',
  429: 'Wait a minute, then try again.',
};

/** What a person can do about a failed request. */
export function nextStepOf(status: number): string {
  if (status >= 500 || status === 0) return 'Try again in a moment. If it stays, report it with the correlation id.';
  return NEXT_STEPS[status] ?? 'Correct the fields that are named, and try again.';
}

/** A request that Paddock refused, or that got no answer (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly faults: FieldFault[];
  readonly correlationId: string | undefined;

  constructor(status: number, body: unknown, correlationId?: string) {
    super(status === 0 ? 'Paddock did not answer.' : sentenceOf(status, body));
    this.status = status;
    this.faults = faultsOf(body);
    this.correlationId = correlationId;
  }
}
