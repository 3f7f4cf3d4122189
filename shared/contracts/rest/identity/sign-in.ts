import { z } from 'zod';
import type { DeviceLogin } from '#shared/domain/identity/sign-in';
import { text } from '../_core/fields.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';

export const deviceLoginView = z
  .object({
    device_code: z
      .string()
      .meta({ description: 'The code that the terminal sends to `device/token/`. Users must not see it.' }),
    user_code: z
      .string()
      .meta({ description: 'The code that the user types at `verification_uri`.', examples: ['WDJB-MJHT'] }),
    verification_uri: z.string(),
    verification_uri_complete: z
      .string()
      .nullable()
      .meta({ description: 'The address `verification_uri` with the user code in it.' }),
    expires_in: z.int().meta({ description: 'Seconds until the codes expire.', examples: [600] }),
    interval: z.number().meta({ description: 'Seconds to wait between two calls of `device/token/`.', examples: [5] }),
  })
  .meta({ id: 'DeviceLogin' });

export const viewDeviceLogin = (login: DeviceLogin): z.infer<typeof deviceLoginView> => ({
  device_code: login.deviceCode,
  user_code: login.userCode,
  verification_uri: login.verificationUri,
  verification_uri_complete: login.verificationUriComplete ?? null,
  expires_in: Math.round(login.expiresIn),
  interval: login.interval,
});

export const deviceQuestionBody = z
  .object({
    device_code: text(2000).meta({ description: 'The `device_code` of the answer of `POST /api/sign-in/device/`.' }),
  })
  .transform(({ device_code }) => ({ deviceCode: device_code }));

export const deviceAnswerView = z
  .object({
    state: z.enum(['pending', 'too_fast', 'done']).meta({
      description:
        '`pending`: the user has not confirmed yet; call again after the interval. `too_fast`: wait five seconds longer than before.',
    }),
    token: z
      .string()
      .nullable()
      .meta({ description: 'An API token, once `state` is `done`. No other answer shows the token.' }),
    expires_at: z.string().nullable(),
  })
  .meta({ id: 'DeviceAnswer' });
type DeviceAnswer = { state: 'pending' | 'too_fast' } | { state: 'done'; token: string; expiresAt: string };
export const viewDeviceAnswer = (answer: DeviceAnswer): z.infer<typeof deviceAnswerView> =>
  answer.state === 'done'
    ? { state: answer.state, token: answer.token, expires_at: answer.expiresAt }
    : { state: answer.state, token: null, expires_at: null };

const startQuery = z.object({
  return_to: z
    .string()
    .max(2000)
    .optional()
    .meta({
      description:
        'Where the browser goes afterwards: a path of this API’s host, or an address that the installation allows. Default: `/api/users/me/`.',
      examples: ['/'],
    }),
  fresh: z.enum(['true', 'false']).optional().meta({
    description:
      '`true`: the OIDC provider asks for the password again. For five minutes after that, the session may create API tokens that outlive it.',
  }),
});
const callbackQuery = z.object({
  state: z.string().max(500).optional().meta({ description: 'The value that `start/` sent to the provider.' }),
  code: z.string().max(4000).optional().meta({ description: 'The provider’s authorization code.' }),
  error: z.string().max(500).optional().meta({ description: 'The provider’s reason for sending no code.' }),
});

/** The parsers throw Invalid for a value that is too long. */
export const parseStart = (query: URLSearchParams) => parseBody(startQuery, Object.fromEntries(query));
export const parseCallback = (query: URLSearchParams) => parseBody(callbackQuery, Object.fromEntries(query));

const operations: ApiOperations = {
  'GET /start/': {
    summary: 'Start a sign-in with a browser',
    description:
      'Redirects the browser to the OIDC provider (authorization code with PKCE). A cookie ties the sign-in to this browser. 409 if the installation has no OIDC provider.',
    rule: 'sign_in.use',
    query: startQuery,
    status: 302,
    refuses: [400, 409],
  },
  'GET /callback/': {
    summary: 'Finish a sign-in with a browser',
    description:
      'The OIDC provider redirects the browser here. Each sign-in can be finished once. The answer sets a session cookie, which is valid for some hours and which scripts cannot read. The answer also redirects the browser to the `return_to` of `start/`. Calls with this cookie that change something must come from a page of this origin.',
    rule: 'sign_in.use',
    query: callbackQuery,
    status: 302,
    refuses: [400, 409],
  },
  'POST /device/': {
    summary: 'Start a sign-in at a terminal',
    description:
      'Starts OAuth’s device flow (RFC 8628). Show the user the code and the address, then call `device/token/` until the user has confirmed.',
    rule: 'sign_in.use',
    reply: deviceLoginView,
    refuses: [409, 502],
  },
  'POST /device/token/': {
    summary: 'Check whether the user has confirmed the sign-in',
    description:
      'Wait `interval` seconds between two calls. Once `state` is `done`, the answer has an API token, which is valid for some hours. In the list of tokens it has the calling program and its address as its name, and the user gets an e-mail. 401 if the code is wrong, used or expired, or if the user has refused the sign-in.',
    rule: 'sign_in.use',
    body: deviceQuestionBody,
    reply: deviceAnswerView,
    refuses: [409, 502],
  },
  'POST /end/': {
    summary: 'Sign out',
    description:
      'Revokes the API token or session of this call. An access token of the OIDC provider stays valid until it expires. The session at the OIDC provider stays open.',
    rule: 'account.use',
    status: 204,
  },
};

export const signInResource: RestResource = {
  group: 'Customers',
  is: 'Sign in with a browser or at a terminal, and sign out.',
  operations,
};
