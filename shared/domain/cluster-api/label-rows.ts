import type { z } from 'zod';
import type { labelChange } from '../planning/cluster-api/labels/label-rule.ts';
import { type AnyRule, LABELS, type LabelName } from '../planning/cluster-api/template-labels.ts';

/** A label as the API and docs/cluster-api.md show it. */
export type LabelRow = {
  name: LabelName;
  type: AnyRule['kind']['type'];
  values: string;
  /** Null if the label has no fixed default. */
  default: string | null;
  /** What applies if the label is not set and has no fixed default. Empty for a label with a fixed default. */
  without: string;
  effect: string;
  change: z.infer<typeof labelChange>;
  /** Whether whoever sets the label controls the cluster. */
  asGoodAsRoot: boolean;
};

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

export const labelRows = (): LabelRow[] =>
  Object.entries<AnyRule>(LABELS).map(([name, rule]) => ({
    // The cast is safe, because the keys of `LABELS` are the names of the labels.
    name: name as LabelName,
    type: rule.kind.type,
    values: rule.kind.values,
    default: rule.default === undefined ? null : textOf(rule.default),
    without: rule.without ?? '',
    effect: rule.effect,
    change: rule.change,
    asGoodAsRoot: rule.gives !== undefined,
  }));
