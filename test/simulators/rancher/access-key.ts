import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiTokens } from './api-tokens.ts';

export interface AccessKey {
  accessKey: string;
  secretKey: string;
}

/** A key pair in the form Rancher gives out: `token-xxxxx` and a long secret. */
export function accessKey(): AccessKey {
  return {
    accessKey: `token-${randomBytes(3).toString('hex').slice(0, 5)}`,
    secretKey: randomBytes(27).toString('hex'),
  };
}

/** The refusal comes from Rancher's authentication filter, not from norman: its `status` is text. */
export function requireToken(tokens: ApiTokens) {
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (tokens.find(headers.authorization ?? '')) return;
    await reply.code(401).send({ type: 'error', status: '401', message: 'must authenticate' });
  };
}
