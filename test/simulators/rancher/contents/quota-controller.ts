import { randomName } from '../../_kit/random-name.ts';
import { type Amounts, exceeding } from '../_core/quota-amounts.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ContentObject, RancherProject } from '../_core/rancher-objects.ts';
import { PROJECT, QUOTA } from './content-types.ts';
import { namespaceChange } from './namespace-change.ts';
import { hardOf, limitsOf, namespaceLimits, sumOf } from './namespace-quota.ts';
import { hasCondition } from './namespace-status.ts';

const DEFAULT_QUOTA = 'resourcequota.management.cattle.io/default-resource-quota';
const VALIDATED = 'ResourceQuotaValidated';

/** The sum of the quotas of a project's namespaces, without the quota of one namespace. */
export function givenLimits(
  { contents }: Pick<RancherContext, 'contents'>,
  project: RancherProject,
  without = '',
): Amounts {
  const others = contents
    .listOf(project.clusterId, 'namespace')
    .filter(({ name, annotations }) => name !== without && annotations[PROJECT] === project.id)
    .filter(({ annotations }) => hasCondition(annotations, VALIDATED));
  return sumOf(others.map((it) => namespaceLimits(it) ?? {}));
}

/** Whether Rancher has made this quota of a namespace. Other quotas stay as they are. */
const isOwn = (quota: ContentObject, { name }: ContentObject): boolean =>
  quota.namespace === name && quota.labels[DEFAULT_QUOTA] === 'true';

/** The controller that gives each namespace its quota from the quota of its project. */
export function quotaController(context: RancherContext) {
  const { store, contents, clock, delays } = context;
  const { change, withStatus } = namespaceChange(context);
  const projectOf = ({ annotations }: ContentObject) => store.projects.get(annotations[PROJECT] ?? '');

  function giveQuota(namespace: ContentObject): void {
    const project = projectOf(namespace);
    const usual = limitsOf(project?.namespaceDefaultResourceQuota);
    const most = limitsOf(project?.resourceQuota);
    const there = contents.listOf(namespace.clusterId, 'resourcequota').find((it) => isOwn(it, namespace));
    if (!project || !usual || !most) {
      if (there) contents.remove(there);
      return;
    }
    const wanted = { ...usual, ...namespaceLimits(namespace) };
    const annotations = { ...namespace.annotations, [QUOTA]: JSON.stringify({ limit: wanted }) };
    const over = exceeding(sumOf([givenLimits(context, project, namespace.name), wanted]), most);
    change(namespace, { annotations });
    const message =
      over === undefined ? '' : `Resource quota [${over}] exceeds project limit, or is based on negative values`;
    change(namespace, { annotations: withStatus(namespace, VALIDATED, over === undefined, message) });
    if (over === undefined) limitNamespace(namespace, hardOf(wanted), there);
    clock.after(delays.projectUsedLimit - delays.namespaceProject, () => countUsed(project));
  }

  function limitNamespace({ clusterId, name }: ContentObject, hard: Record<string, string>, there?: ContentObject) {
    const used = Object.fromEntries(Object.keys(hard).map((one) => [one, '0']));
    const body = { spec: { hard }, status: { hard, used } };
    if (there) {
      const isSame = JSON.stringify(there.body.spec) === JSON.stringify(body.spec);
      if (!isSame) contents.change(there, { labels: there.labels, annotations: there.annotations, body });
      return;
    }
    const labels = { [DEFAULT_QUOTA]: 'true' };
    const made = contents.add(clusterId, 'resourcequota', {
      name: `default-${randomName(5)}`,
      namespace: name,
      labels,
      body,
    });
    made.meta = { generateName: 'default-' };
  }

  function countUsed(project: RancherProject): void {
    if (project.resourceQuota) project.usedLimit = givenLimits(context, project);
  }

  return { giveQuota, countUsed };
}
