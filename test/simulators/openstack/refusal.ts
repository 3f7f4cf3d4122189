/** An answer other than a success. Any code below a route may throw a refusal, which is sent unchanged. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(typeof body === 'string' ? body : JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  501: 'Not Implemented',
};

/** The form of Keystone's error bodies. */
export const keystoneRefusal = (code: number, message: string, headers = {}) =>
  new Refusal(code, { error: { code, message, title: titles[code] ?? 'Error' } }, headers);

const computeNames: Record<number, string> = {
  400: 'badRequest',
  403: 'forbidden',
  404: 'itemNotFound',
  409: 'conflictingRequest',
  413: 'overLimit',
};

/** The form of Nova's and Cinder's error bodies. The only key is a name for the status, e.g. `badRequest` for 400. */
export const computeRefusal = (code: number, message: string, headers = {}, extra = {}) =>
  new Refusal(code, { [computeNames[code] ?? 'computeFault']: { code, message, ...extra } }, headers);

export const neutronRefusal = (status: number, type: string, message: string) =>
  new Refusal(status, { NeutronError: { type, message, detail: '' } });

export const glanceRefusal = (status: number, message: string) =>
  new Refusal(status, {
    message: `${message}<br /><br />\n\n\n`,
    code: `${status} ${titles[status]}`,
    title: titles[status],
  });

/**
 * The answer of every service to any failed authentication: no token, bad password, unknown user, no role on the
 * project.
 */
export const unauthenticated = (authUrl: string) =>
  keystoneRefusal(401, 'The request you have made requires authentication.', {
    'www-authenticate': `Keystone uri="${authUrl}"`,
  });
