import { isSameValue } from '../../_core/values/deep-equal.ts';
import { type NodeGroupSpec, writesCount } from '../../planning/cluster-api/cluster-spec.ts';
import { controlPlaneForm, groupForm } from '../rendering/topology-cluster.ts';
import type { ChangeStep, ClusterChangePlan } from './change-plan.ts';
import { changedFields } from './changed-fields.ts';
import { changedObjects } from './changed-objects.ts';
import { type ClusterForm, CONTROL_PLANE, groupIn } from './cluster-form.ts';
import type { GroupMachine } from './group-machines.ts';

export type ChangeFacts = {
  before: ClusterForm;
  wanted: ClusterForm;
  /** The machines that the cluster has now, oldest first. */
  machines: readonly GroupMachine[];
  /** Names of the machines that are deleted first if a group gets smaller. */
  chosen: readonly string[];
};

/**
 * A placeholder. No change moves a cluster to another namespace, so the objects before and after the change are
 * rendered with the same value.
 */
const namespace = '';

/** The machines that are deleted when a group gets smaller: first the chosen machines, then the oldest machines. */
function leaving(present: readonly GroupMachine[], count: number, chosen: readonly string[]): string[] {
  const names = present.map(({ name }) => name);
  const first = names.filter((name) => chosen.includes(name));
  return [...first, ...names.filter((name) => !first.includes(name))].slice(0, Math.max(0, count));
}

type Wanted = { group: string; replicas: number | undefined; isReplaced: boolean; atOnce: number };

/** The work on one group. If `replicas` is undefined, the group keeps its number of machines. */
function stepsOf({ group, replicas, isReplaced, atOnce }: Wanted, { machines, chosen }: ChangeFacts): ChangeStep[] {
  const present = machines.filter((machine) => machine.group === group);
  const wanted = replicas ?? present.length;
  const gone = leaving(present, present.length - wanted, chosen);
  const left = present.map(({ name }) => name).filter((name) => !gone.includes(name));
  const step = (kind: ChangeStep['kind'], names: string[], count = names.length): ChangeStep[] =>
    count > 0 ? [{ kind, group, count, machines: names, atOnce: Math.min(atOnce, count) }] : [];
  return [
    ...step('delete', gone),
    ...(isReplaced ? step('replace', left) : []),
    ...step('create', [], wanted - present.length),
  ];
}

/** How many machines of a group Cluster API replaces at the same time. */
export const batchOf = ({ maxBatchSize = 1 }: Pick<NodeGroupSpec, 'maxBatchSize'>): number => maxBatchSize;

const isReplaced = (one: unknown, other: unknown): boolean => !isSameValue(one, other);

function groupSteps(facts: ChangeFacts): ChangeStep[] {
  const [before, wanted] = [facts.before, facts.wanted].map((form) => ({ ...form, namespace }));
  if (!before || !wanted) return [];
  const kept = wanted.spec.nodeGroups.flatMap((group) => {
    const old = groupIn(before.spec, group.name);
    return stepsOf(
      {
        group: group.name,
        replicas: writesCount(group) ? group.replicas : undefined,
        isReplaced: old !== undefined && isReplaced(groupForm(before, old), groupForm(wanted, group)),
        atOnce: batchOf(group),
      },
      facts,
    );
  });
  const deleted = before.spec.nodeGroups
    .filter(({ name }) => !groupIn(wanted.spec, name))
    .flatMap(({ name }) => stepsOf({ group: name, replicas: 0, isReplaced: false, atOnce: 1 }, facts));
  return [...kept, ...deleted];
}

/**
 * Plans a change: the changed fields, the work on machines, and the written objects. The same change always gives the
 * same plan.
 */
export function planChange(facts: ChangeFacts): ClusterChangePlan {
  const { before, wanted } = facts;
  const controlPlane = stepsOf(
    {
      group: CONTROL_PLANE,
      replicas: wanted.spec.controlPlane.replicas,
      isReplaced:
        isReplaced(controlPlaneForm({ ...before, namespace }), controlPlaneForm({ ...wanted, namespace })) ||
        before.spec.controlPlaneNewerThan !== wanted.spec.controlPlaneNewerThan,
      atOnce: 1,
    },
    facts,
  );
  return {
    changes: changedFields(before, wanted),
    steps: [...controlPlane, ...groupSteps(facts)],
    objects: changedObjects(before, wanted),
  };
}
