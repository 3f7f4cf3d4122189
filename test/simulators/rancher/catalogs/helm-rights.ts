import type { KubernetesUser } from '../../kubernetes/kubernetes-context.ts';
import type { ChartObject, SimChart } from './sim-charts.ts';

type Place = { namespace: string };
const SECRETS = { group: '', resource: 'secrets' };
const DEPLOYMENTS = { group: 'apps', resource: 'deployments' };

/** Helm keeps its releases in Secrets of the namespace. */
export const mayKeepReleases = (user: KubernetesUser, { namespace }: Place): boolean =>
  ['list', 'create', 'update'].every((verb) => user.allows({ verb, ...SECRETS, namespace }));

/** Whether the user may make every object of the chart. */
export function mayMake(user: KubernetesUser, place: Place, { deployments, makes }: SimChart): boolean {
  const all: ChartObject[] = [...(deployments.length > 0 ? [DEPLOYMENTS] : []), ...makes];
  return all.every(({ group, resource, namespace = place.namespace }) =>
    user.allows({ verb: 'create', group, resource, namespace: namespace || undefined }),
  );
}
