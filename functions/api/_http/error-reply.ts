import { LOG } from '#shared/contracts/telemetry';
import { AppError, CloudNotAsked, Invalid, TooManyAttempts } from '#shared/errors';
import type { ContextLogger } from '#shared/runtime/logger';
import type { ApiReply } from './replies.ts';

/** Long enough for a blip of a backend to pass. */
const RETRY_AFTER_SECONDS = '5';

/** A backend's own words may name hosts and accounts of the operator: callers get the status and a bland sentence. */
function backendReply(error: AppError): ApiReply {
  const bland = error.status === 503 ? 'A backend is not available, try again later.' : 'A backend refused the call.';
  const detail = error instanceof CloudNotAsked ? error.message : bland;
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

/** The one place where a failure becomes an answer. What was not raised on purpose is logged whole and shown as its correlation id. */
export function errorReply(error: unknown, correlationId: string, log: ContextLogger): ApiReply {
  if (error instanceof AppError) {
    if (error.status >= 500) {
      const cause = error instanceof CloudNotAsked && error.cause instanceof Error ? error.cause.message : undefined;
      log.warn(LOG.backendFailed, { error: error.name, message: error.message, cause });
    }
    return appReply(error);
  }
  log.error(LOG.unexpectedFailure, { error });
  return { status: 500, body: { detail: `Internal error; quote ${correlationId} when you report it.` } };
}
