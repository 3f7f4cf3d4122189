import type { z } from 'zod';
import type { labelChange } from '../planning/cluster-api/labels/label-rule.ts';
import { type AnyRule, LABELS, type LabelName } from '../planning/cluster-api/template-labels.ts';

/** A label as the API and docs/cluster-api.md show it. */
export type LabelRow = {
  name: LabelName;
  type: AnyRule['kind']['type'];
  values: string;
  /** Null if the default depends on something else. */
  default: string | null;
  /** What applies if a label that has no default is not set. Empty for a label with a default. */
  without: string;
  effect: string;
  change: z.infer<typeof labelChange>;
};

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

export const labelRows = (): LabelRow[] =>
  Object.entries<AnyRule>(LABELS).map(([name, rule]) => ({
    // The keys of the table are the names of labels.
    name: name as LabelName,
    type: rule.kind.type,
    values: rule.kind.values,
    default: rule.default === undefined ? null : textOf(rule.default),
    without: rule.without ?? '',
    effect: rule.effect,
    change: rule.change,
  }));
