import type { FastifyRequest } from 'fastify';
import type { KubernetesUser } from '../../kubernetes/kubernetes-context.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { planToken } from './agent-routes.ts';
import { planSecretOf } from './machine-objects.ts';

const VERBS = ['get', 'watch', 'list', 'update'];

/** The service account of a machine, which may get, watch, list and update the secret with its plan, and nothing else. */
export function planUser({ headers }: FastifyRequest, { machines }: RancherStore): KubernetesUser | undefined {
  const { authorization = '' } = headers;
  const machine = [...machines.values()].find((one) => authorization === `Bearer ${planToken(one)}`);
  if (!machine) return undefined;
  const secret = planSecretOf(machine);
  return {
    name: `system:serviceaccount:${machine.namespace}:${secret}`,
    allows: ({ verb, resource, namespace, name }) =>
      resource === 'secrets' && namespace === machine.namespace && name === secret && VERBS.includes(verb),
  };
}
