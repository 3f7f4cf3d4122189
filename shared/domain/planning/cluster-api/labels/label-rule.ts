import { z } from 'zod';
import type { Gives } from '../../../organizations/root-fields.ts';
import type { LabelKind } from './label-kinds.ts';

/**
 * What a change of a label does to the machines of a cluster.
 * - `in-place`: no machine is replaced.
 * - `rolls-control-plane`, `rolls-workers`, `rolls-all`: these machines are replaced, one after the other.
 * - `immutable`: the label cannot be changed, because Cluster API or its OpenStack provider refuses it.
 */
export const labelChange = z.enum(['in-place', 'rolls-control-plane', 'rolls-workers', 'rolls-all', 'immutable']);
type LabelChange = z.infer<typeof labelChange>;

/** The definition of a label: its type, its default, its effect, and the effect of changing it. */
export type LabelRule<T, D extends T | undefined> = {
  kind: LabelKind<T>;
  /** The default value. Undefined if the default depends on something else. */
  default: D;
  /** What applies if the label is not set and has no default. */
  without?: string;
  /** What the label does, as one sentence. */
  effect: string;
  change: LabelChange;
  /** Present if whoever sets the label controls the cluster: what the label gives. */
  gives?: Gives;
};

type Texts = { effect: string; change: LabelChange; gives?: Gives };

export const withDefault = <T>(kind: LabelKind<T>, value: T, texts: Texts): LabelRule<T, T> => ({
  kind,
  default: value,
  ...texts,
});

/** `without`: the text that says what applies if the label is not set. */
export const withoutDefault = <T>(kind: LabelKind<T>, without: string, texts: Texts): LabelRule<T, undefined> => ({
  kind,
  default: undefined,
  without,
  ...texts,
});
