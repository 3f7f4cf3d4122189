import type { z } from 'zod';
import type { labelChange } from '../../planning/cluster-api/labels/label-rule.ts';

/** What a change of a field does to machines. */
export type ChangeClass = z.infer<typeof labelChange>;

/** A field that changes. `group` is empty for a field of the cluster. */
export type ChangedField = { group: string; field: string; class: ChangeClass };

/**
 * Work on the machines of one group. `replace` makes `atOnce` new machines and deletes the same number of old machines,
 * again and again until no old machine is left. For `create`, `machines` is empty, because the names of new machines
 * are not known yet.
 */
export type ChangeStep = {
  kind: 'create' | 'delete' | 'replace';
  group: string;
  count: number;
  machines: string[];
  atOnce: number;
};

/** The effects of a change. If nothing differs, all lists are empty. */
export type ClusterChangePlan = {
  changes: ChangedField[];
  /** The steps in the order of Cluster API: the control plane first, then the node groups. */
  steps: ChangeStep[];
  /** Objects in the management cluster that Paddock writes or deletes, such as `Cluster kube-x7k2b9fdqw`. */
  objects: string[];
};
