import { LOG } from '#shared/contracts/telemetry';
import { AppError, CloudNotAsked, Invalid, OutOfTime, TooManyAttempts } from '#shared/errors';
import type { ContextLogger } from '#shared/runtime/logger';
import type { ApiReply } from './replies.ts';

/** The value of the header `Retry-After`. A short failure of a backend is usually over after this time. */
const RETRY_AFTER_SECONDS = '5';

/**
 * The error text after a timeout. The text contains only the product from a backend's name: `Nova` from `Nova of
 * cloud-1`, `Rancher` from `Rancher east`. The rest is the operator's name for the backend, which callers must not see.
 */
function lateText({ slow }: OutOfTime): string {
  const [product] = /^(Argo CD|The OIDC provider|\S+)/.exec(slow?.backend ?? '') ?? [];
  return `${product ? `${product} did not answer in time` : 'The request took too long'}, try again later.`;
}

/**
 * The message of a backend's error may name hosts and accounts of the operator. So callers get only the status and a
 * neutral sentence.
 */
function backendReply(error: AppError): ApiReply {
  const bland = error.status === 503 ? 'A backend is not available, try again later.' : 'A backend refused the call.';
  const own = error instanceof CloudNotAsked ? error.message : bland;
  const detail = error instanceof OutOfTime ? lateText(error) : own;
  return {
    status: error.status,
    body: { detail },
    headers: error.status === 503 ? { 'retry-after': RETRY_AFTER_SECONDS } : {},
  };
}

function appReply(error: AppError): ApiReply {
  if (error instanceof Invalid) return { status: 400, body: error.body };
  if (error.status >= 500) return backendReply(error);
  const headers: Record<string, string> = {
    ...(error.status === 401 && { 'www-authenticate': 'Token' }),
    ...(error instanceof TooManyAttempts && { 'retry-after': `${error.retryAfterSeconds}` }),
  };
  return { status: error.status, body: { detail: error.message }, headers };
}

/** Turns a failure into an answer. Unexpected errors are logged in full; the caller sees only the correlation id. */
export function errorReply(error: unknown, correlationId: string, log: ContextLogger): ApiReply {
  if (error instanceof AppError) {
    if (error.status >= 500) {
      const cause = error instanceof CloudNotAsked && error.cause instanceof Error ? error.cause.message : undefined;
      log.warn(LOG.backendFailed, { error: error.name, reason: error.message, cause });
    }
    return appReply(error);
  }
  log.error(LOG.unexpectedFailure, { error });
  return { status: 500, body: { detail: `Internal error; quote ${correlationId} when you report it.` } };
}
