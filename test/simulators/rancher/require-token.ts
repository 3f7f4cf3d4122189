import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiTokens } from './api-tokens.ts';

/** The refusal comes from Rancher's authentication filter, not from norman: its `status` is text. */
export function requireToken(tokens: ApiTokens) {
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (tokens.find(headers.authorization ?? '')) return;
    await reply.code(401).send({ type: 'error', status: '401', message: 'must authenticate' });
  };
}
