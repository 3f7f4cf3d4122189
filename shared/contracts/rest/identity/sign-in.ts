import { z } from 'zod';
import type { DeviceLogin } from '#shared/domain/identity/device-login';
import { looseText, text } from '../_core/fields.ts';
import type { Operations } from '../_core/operation.ts';

export const deviceLoginView = z
  .object({
    device_code: z.string().meta({ description: 'For the terminal alone: it asks with it.' }),
    user_code: z.string().meta({ description: 'What the user types at `verification_uri`.', examples: ['WDJB-MJHT'] }),
    verification_uri: z.string(),
    verification_uri_complete: z.string().nullable().meta({ description: 'The same with the code in it.' }),
    expires_in: z.int().meta({ description: 'Seconds until the codes are worth nothing.', examples: [600] }),
    interval: z.number().meta({ description: 'Seconds to wait between two questions.', examples: [5] }),
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
    device_code: text(2000).meta({ description: 'From the answer of `POST /api/sign-in/device/`.' }),
    name: looseText(150)
      .default('')
      .meta({ description: 'What the list of API tokens calls the new token.', examples: ['laptop'] }),
  })
  .transform(({ device_code, name }) => ({ deviceCode: device_code, name }));

export const deviceAnswerView = z
  .object({
    state: z.enum(['pending', 'too_fast', 'done']).meta({
      description: '`pending`: ask again after the interval. `too_fast`: after five seconds more than before.',
    }),
    token: z.string().nullable().meta({ description: 'An API token, when it is done. No other answer shows it.' }),
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
    .optional()
    .meta({
      description:
        'Where the browser goes afterwards: a path of this API’s host, or an address that the installation allows.',
      examples: ['/'],
    }),
});
const callbackQuery = z.object({
  state: z.string().optional().meta({ description: 'The value that `start/` gave the provider.' }),
  code: z.string().optional().meta({ description: 'The provider’s authorization code.' }),
  error: z.string().optional().meta({ description: 'The provider’s reason for giving no code.' }),
});

export const signInOperations: Operations = {
  'GET /start/': {
    summary: 'Sign in with a browser',
    description:
      'Sends the browser to the OIDC provider (authorization code with PKCE) and binds the attempt to it by a cookie. 409 where there is no provider.',
    rule: 'sign_in.use',
    query: startQuery,
    status: 302,
    refuses: [400, 409],
  },
  'GET /callback/': {
    summary: 'Come back from the OIDC provider',
    description:
      'The provider sends the browser here, once. The browser gets a session for some hours, as a cookie that no script can read, and is sent to the address that it wanted. A call with that cookie that changes something has to come from a page of this origin.',
    rule: 'sign_in.use',
    query: callbackQuery,
    status: 302,
    refuses: [409],
  },
  'POST /device/': {
    summary: 'Begin the sign-in of a terminal',
    description: 'OAuth’s device flow (RFC 8628): show the user the code and the address, then ask `device/token/`.',
    rule: 'sign_in.use',
    reply: deviceLoginView,
    refuses: [409, 502],
  },
  'POST /device/token/': {
    summary: 'Ask whether the user has confirmed the sign-in',
    description:
      'Wait `interval` seconds between two calls. Once `state` is `done`, the answer has an API token, which is valid for some hours and is called `name` in the list of tokens. 401 for a code that is wrong, used or expired.',
    rule: 'sign_in.use',
    body: deviceQuestionBody,
    reply: deviceAnswerView,
    refuses: [409, 502],
  },
  'POST /end/': {
    summary: 'Sign out',
    description:
      'Revokes the token, or the session, that the call came with. The session at the OIDC provider stays open.',
    rule: 'account.use',
    status: 204,
  },
};
