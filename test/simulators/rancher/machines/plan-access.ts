import type { FastifyRequest } from 'fastify';
import type { KubernetesUser } from '../../kubernetes/kubernetes-context.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { planToken } from './agent-routes.ts';
import { planSecretOf, type RancherMachine } from './machine-objects.ts';

const VERBS = ['get', 'watch', 'list', 'update'];

export function plannedMachine({ headers }: FastifyRequest, { machines }: RancherStore): RancherMachine | undefined {
  const { authorization = '' } = headers;
  return [...machines.values()].find((one) => authorization === `Bearer ${planToken(one)}`);
}

/**
 * The service account of a machine. It may get, watch, list and update the secret with the machine's plan, and nothing
 * else.
 */
export function planUser(request: FastifyRequest, store: RancherStore): KubernetesUser | undefined {
  const machine = plannedMachine(request, store);
  if (!machine) return undefined;
  const secret = planSecretOf(machine);
  return {
    name: `system:serviceaccount:${machine.namespace}:${secret}`,
    allows: ({ verb, resource, namespace, name }) =>
      resource === 'secrets' && namespace === machine.namespace && name === secret && VERBS.includes(verb),
  };
}
