import { STATUS_CODES } from 'node:http';
import { NEWEST, OLDEST } from '#shared/contracts/magnum/microversion';
import { Invalid, Unauthenticated } from '#shared/errors';
import type { ContextLogger } from '#shared/runtime/logger';
import { errorReply } from '../_http/error-reply.ts';
import type { ApiReply } from '../_http/replies.ts';

const titleOf = (status: number): string => STATUS_CODES[status] ?? 'Error';

/**
 * The title contains the text of the error, because clients show the title. If the error has no text, the title
 * contains the name of the status.
 */
const errors = (status: number, detail: string, requestId: string) => ({
  errors: [
    {
      ...{ request_id: requestId, status, title: detail || titleOf(status), detail: detail || titleOf(status) },
      ...{ code: status < 500 ? 'client' : 'server', links: [] },
    },
  ],
});

/**
 * Keystone's answer to a call without a valid token. In OpenStack, this answer is given before the call reaches Magnum.
 */
const unauthorized = (message: string): ApiReply => ({
  status: 401,
  body: { error: { code: 401, title: 'Unauthorized', message } },
  headers: { 'www-authenticate': 'Keystone' },
});

const VERSIONS = { max_version: `1.${NEWEST}`, min_version: `1.${OLDEST}` };
/** The answer to a microversion that Paddock does not support. */
export const noSuchVersion = (requestId: string): ApiReply => {
  const description = `The version is not supported. Supported versions are ${VERSIONS.min_version} to ${VERSIONS.max_version}.`;
  const title = 'Requested microversion is unsupported';
  const code = 'magnum.microversion-unsupported';
  return {
    status: 406,
    body: { errors: [{ request_id: requestId, code, status: 406, title, description, ...VERSIONS, links: [] }] },
  };
};

const detailOf = (error: unknown, { body }: ApiReply): string => {
  if (error instanceof Invalid) return error.message;
  const hasDetail = typeof body === 'object' && body !== null && 'detail' in body;
  return hasDetail && typeof body.detail === 'string' ? body.detail : '';
};

/** Turns a failure into an answer in Magnum's format. The status and the text are the same as in Paddock's own API. */
export function magnumErrorReply(error: unknown, requestId: string, log: ContextLogger): ApiReply {
  const reply = errorReply(error, requestId, log);
  if (error instanceof Unauthenticated) return unauthorized(error.message);
  const { status, headers = {} } = reply;
  return { status, headers, body: errors(status, detailOf(error, reply), requestId) };
}
