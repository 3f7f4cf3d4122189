import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from './authorize.ts';
import { type KubernetesContext, timestamp } from './kubernetes-context.ts';
import { KubernetesError, notSimulated } from './kubernetes-error.ts';

const attributes = z.object({
  verb: z.string().default(''),
  resource: z.string().default(''),
  group: z.string().optional(),
  namespace: z.string().optional(),
  name: z.string().optional(),
});
const review = z.looseObject({
  spec: z.object({ resourceAttributes: attributes.optional(), nonResourceAttributes: attributes.optional() }),
});
type ContextOf = (request: FastifyRequest) => KubernetesContext;

/** Routes that answer who the caller is, and whether the caller has a right. Every known caller may ask. Nothing is stored. */
export function accessReviewRoutes(app: FastifyInstance, contextOf: ContextOf): void {
  app.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', async (request, reply) => {
    const context = contextOf(request);
    const { name: username, groups = ['system:authenticated'], extra } = callerOf(context, request);
    return reply.code(201).send({
      ...{ kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1' },
      metadata: { creationTimestamp: timestamp(context.clock) },
      status: { userInfo: { username, groups, ...(extra && { extra }) } },
    });
  });
  // The simulator can check single rights, but it cannot list all rights of a caller.
  app.post('/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', async (request) => {
    callerOf(contextOf(request), request);
    throw notSimulated('selfsubjectrulesreviews');
  });
  app.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', async (request, reply) => {
    const caller = callerOf(contextOf(request), request);
    const given = review.safeParse(request.body);
    const asked = given.data?.spec.resourceAttributes ?? given.data?.spec.nonResourceAttributes;
    if (!asked) {
      const text = 'SelfSubjectAccessReview in version "v1" cannot be handled as a SelfSubjectAccessReview';
      throw new KubernetesError('BadRequest', text);
    }
    return reply.code(201).send({
      kind: 'SelfSubjectAccessReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: {},
      spec: given.data?.spec,
      status: { allowed: caller.allows(asked) },
    });
  });
}
