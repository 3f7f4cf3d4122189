import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerCall } from './answer-call.ts';
import { acceptListMethod } from './list-method.ts';
import type { VaultContext } from './vault-context.ts';
import { badRequest, notSimulated, sendVaultError } from './vault-error.ts';
import { type Answer, dataAtTopLevel, type Operation } from './vault-route.ts';
import { wrapAnswer } from './wrapping.ts';

const OPERATIONS: Record<string, Operation> = {
  GET: 'read',
  POST: 'update',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
const headers = z.object({
  'x-vault-token': z.string().optional(),
  'x-vault-wrap-ttl': z.string().optional(),
  'x-vault-namespace': z.string().default(''),
  authorization: z.string().default(''),
});

/** Registers one route for everything under `/v1`, because Vault checks permissions by path before anything else. */
export function vaultRoutes(app: FastifyInstance, context: VaultContext): void {
  acceptListMethod(app);
  app.setErrorHandler((error, _request, reply) => sendVaultError(error, reply));
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/v1/*',
    async handler(request, reply) {
      const given = headers.parse(request.headers);
      requireRootNamespace(given['x-vault-namespace']);
      const bearer = /^Bearer (.+)$/i.exec(given.authorization)?.[1];
      const call = { ...operationOf(request), body: request.body ?? {}, query: queryOf(request) };
      const answer = answerCall(context, { ...call, tokenId: given['x-vault-token'] ?? bearer });
      if (!answer || answer.status === 204) return reply.code(204).send();
      if (answer.raw) return reply.code(answer.status ?? 200).send(answer.raw);
      const wrapTtl = given['x-vault-wrap-ttl'];
      if (answer.mustWrap && !wrapTtl) throw badRequest('endpoint requires response wrapping to be used');
      const envelope = envelopeOf(call.path, answer);
      if (wrapTtl) return reply.send(wrapAnswer(context, { envelope, ttl: wrapTtl, path: call.path }));
      return reply.code(answer.status ?? 200).send(envelope);
    },
  });
}

/** Only the root namespace is simulated. Other namespaces belong to Vault's Enterprise edition. */
function requireRootNamespace(name: string): void {
  if (name.replace(/^\/|\/$/g, '') !== '') throw notSimulated('namespaces');
}

const queryOf = ({ query }: FastifyRequest): Record<string, unknown> => ({ ...Object(query) });

/** `GET` with `?list=true` means the same as the method `LIST`. */
function operationOf({ method, params, query }: FastifyRequest): { operation: Operation; path: string } {
  const { '*': path } = z.object({ '*': z.string() }).parse(params);
  const { list } = z.object({ list: z.string().optional() }).parse(query);
  const listing = method === 'GET' && list === 'true';
  return { operation: listing ? 'list' : (OPERATIONS[method] ?? 'read'), path: path.replace(/\/+$/, '') };
}

function envelopeOf(path: string, { data = null, auth = null, warnings, mountType = '', leaseDuration = 0 }: Answer) {
  return {
    request_id: crypto.randomUUID(),
    lease_id: '',
    renewable: false,
    lease_duration: leaseDuration,
    data,
    wrap_info: null,
    warnings: warnings?.length ? warnings : null,
    auth,
    mount_type: mountType,
    // Old endpoints repeat the fields of `data` at the top level. In early versions of Vault, which had no `data`, the
    // fields were at the top level.
    ...(dataAtTopLevel(path) && typeof data === 'object' && data),
  };
}
