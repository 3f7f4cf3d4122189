import type { RancherContext } from '../_core/rancher-context.ts';
import type { Condition, ProvisioningCluster } from '../_core/rancher-objects.ts';
import { LOCAL } from '../contents/cluster-insides.ts';

const NAME = 'provisioning-log';
/** The greatest length of the log, in characters. The oldest lines are dropped first. */
const LONGEST = 10_000;

const of = ({ conditions }: ProvisioningCluster, type: string): Condition | undefined =>
  conditions.find((one) => one.type === type);

function newsOf(cluster: ProvisioningCluster): { message: string; isFailure: boolean } {
  const first = of(cluster, 'Provisioned');
  const said = first?.status === 'True' && !first.message ? of(cluster, 'Updated') : first;
  const message = said?.message ?? '';
  const isDone = message === '' && said?.status === 'True' && of(cluster, 'Ready')?.status === 'True';
  return { message: isDone ? 'provisioning done' : message, isFailure: said?.status === 'False' };
}

export function appended(log: string, line: string): string {
  let whole = `${log}${line}\n`;
  while (whole.length > LONGEST) whole = whole.slice(whole.indexOf('\n') + 1);
  return whole;
}

/** Rancher's log of what a cluster has waited for. The log is a ConfigMap in the cluster's namespace. */
export function provisioningLog({ contents, clock }: RancherContext) {
  const find = (clusterId: string) => contents.find(LOCAL, 'configmap', `${clusterId}/${NAME}`);
  return {
    begin(clusterId: string): void {
      if (!find(clusterId)) contents.add(LOCAL, 'configmap', { namespace: clusterId, name: NAME, body: {} });
    },
    record(cluster: ProvisioningCluster): void {
      const map = find(cluster.managementId ?? '');
      const { message, isFailure } = newsOf(cluster);
      const { log = '', last = '' } = Object(map?.body.data);
      if (!map || !cluster.spec.rkeConfig || message === '' || message === last) return;
      const now = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
      const line = `${now} ${isFailure ? '[ERROR]' : '[INFO ]'} ${message}`;
      const { labels, annotations } = map;
      contents.change(map, { labels, annotations, body: { data: { last: message, log: appended(log, line) } } });
    },
    forget(clusterId: string): void {
      const map = find(clusterId);
      if (map) contents.remove(map);
    },
  };
}
