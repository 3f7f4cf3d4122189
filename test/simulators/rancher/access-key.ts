import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/**
 * Basic `access:secret` and Bearer `access:secret` are the same token (rancher-api-facts 13). The refusal comes from Rancher's
 * authentication filter, not from norman: its `status` is text.
 */
export function requireAccessKey({ accessKey, secretKey }: AccessKey) {
  const pair = `${accessKey}:${secretKey}`;
  const accepted = new Set([`Bearer ${pair}`, `Basic ${Buffer.from(pair).toString('base64')}`]);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (accepted.has(request.headers.authorization ?? '')) return;
    await reply.code(401).send({ type: 'error', status: '401', message: 'must authenticate' });
  };
}
