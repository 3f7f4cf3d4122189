import { signInLimiter } from '#shared/app/identity/count-bad-credential';
import { hashToken } from '#shared/app/identity/hash-token';
import { endSession, type SignInDeps } from '#shared/app/identity/session';
import { finishSignIn, startSignIn } from '#shared/app/identity/sign-in-with-browser';
import { askForDevice, startDevice } from '#shared/app/identity/sign-in-with-device';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  deviceAnswerView,
  deviceLoginView,
  deviceQuestionBody,
  parseCallback,
  parseStart,
  viewDeviceAnswer,
  viewDeviceLogin,
} from '#shared/contracts/rest/identity/sign-in';
import { SIGN_IN_SECONDS } from '#shared/domain/identity/sign-in';
import { SESSION, SIGN_IN } from '../_http/authenticate.ts';
import { readBody } from '../_http/negotiate.ts';
import { type ApiReply, ok } from '../_http/replies.ts';
import type { ApiRequest } from '../_http/request.ts';
import type { Routes } from '../_http/router.ts';

type Deps = SignInDeps & { publicUrl?: string | undefined };

/** Headers that forbid browsers to cache the answer, and to send the answer's URL as the `Referer` to the next page. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
const redirect = (location: string, ...cookies: string[]): ApiReply => ({
  status: 302,
  cookies,
  headers: { ...PRIVATE, location },
});
const privately = (reply: ApiReply): ApiReply => ({ ...reply, headers: { ...reply.headers, ...PRIVATE } });

/**
 * The URL to which the identity provider sends the authorization code. If `publicUrl` is set, the request's own origin
 * is ignored, because a caller can send any `Host`.
 */
const redirectUriOf = (publicUrl: string | undefined, { origin }: ApiRequest): string =>
  `${publicUrl?.replace(/\/+$/, '') || origin}/api/sign-in/callback/`;

const programOf = ({ header, sourceIp }: ApiRequest) => ({ userAgent: header('user-agent'), sourceIp });

export const signInRoutes = (deps: Deps): Routes => {
  const limit = signInLimiter(deps);
  return {
    'GET /start/': {
      open: async ({ request }) => {
        const { origin, query, sourceIp } = request;
        await limit('start', sourceIp);
        const wanted = parseStart(query);
        const { location, browserSecret } = await startSignIn(deps, {
          origin,
          redirectUri: redirectUriOf(deps.publicUrl, request),
          returnTo: wanted.return_to,
          isFresh: wanted.fresh === 'true',
        });
        return redirect(location, SIGN_IN.set(origin, { value: browserSecret, maxAgeSeconds: SIGN_IN_SECONDS }));
      },
    },
    'GET /callback/': {
      open: async ({ request }) => {
        await limit('callback', request.sourceIp);
        const { state = '', code = '', error = '' } = parseCallback(request.query);
        const { token, returnTo } = await finishSignIn(deps, {
          state,
          code,
          error,
          browserSecret: SIGN_IN.read(request),
          from: programOf(request),
        });
        const maxAgeSeconds = deps.sessionHours * 3600;
        const session = SESSION.set(request.origin, { value: token, maxAgeSeconds });
        return redirect(returnTo, session, SIGN_IN.clear(request.origin));
      },
    },
    'POST /device/': {
      open: async ({ request }) => {
        await limit('device', request.sourceIp);
        return privately(ok(deviceLoginView, viewDeviceLogin(await startDevice(deps))));
      },
    },
    'POST /device/token/': {
      open: async ({ request }) => {
        await limit('device-token', request.sourceIp);
        const { deviceCode } = parseBody(deviceQuestionBody, readBody(request));
        await limit('device-code', hashToken(deviceCode));
        const answer = await askForDevice(deps, { deviceCode, from: programOf(request) });
        return privately(ok(deviceAnswerView, viewDeviceAnswer(answer)));
      },
    },
    'POST /end/': async ({ request, caller }) => {
      await endSession(deps, caller);
      return { status: 204, cookies: [SESSION.clear(request.origin)] };
    },
  };
};
