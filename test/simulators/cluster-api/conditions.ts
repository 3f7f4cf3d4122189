import { timestamp } from '../kubernetes/kubernetes-context.ts';
import { isRecord, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { listAt, type Management, textAt } from './management.ts';

/**
 * A condition that a controller reports, without its time. In the older form, only a condition that is not true has
 * `reason` and `message`.
 */
export type Condition = {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
  severity?: 'Info' | 'Warning' | 'Error';
};

export const is = (
  type: string,
  truth: boolean,
  no: { reason: string; message?: string; severity?: 'Info' | 'Warning' | 'Error' },
) => (truth ? ({ type, status: 'True' } as const) : ({ type, status: 'False', severity: 'Info', ...no } as const));

/** A condition of the newer form always has a reason. */
export const holds = (type: string, truth: boolean, [yes, no]: readonly [string, string], message = ''): Condition => ({
  ...{ type, status: truth ? 'True' : 'False', reason: truth ? yes : no, message: truth ? '' : message },
});
/** A condition such as `ScalingUp`, which is true while its process goes on. */
export const goesOn = (type: string, truth: boolean, message = ''): Condition => ({
  ...{ type, status: truth ? 'True' : 'False', reason: truth ? type : `Not${type}`, message: truth ? message : '' },
});

const sorted = (conditions: Condition[]): Condition[] => {
  const rank = ({ type }: Condition) => (['Ready', 'Available'].includes(type) ? 0 : 1);
  return conditions.toSorted((a, b) => rank(a) - rank(b) || (a.type < b.type ? -1 : 1));
};

/** Adds to each condition the time of its last change. An unchanged condition keeps its old time. */
function dated(old: unknown[], conditions: Condition[], now: string) {
  return conditions.map((condition) => {
    const before = old.find((one) => textAt(one, 'type') === condition.type);
    const isSame = isRecord(before) && before.status === condition.status;
    return { ...condition, lastTransitionTime: (isSame && textAt(before, 'lastTransitionTime')) || now };
  });
}

/** Writes the status of an object: its fields, and its conditions in both forms. */
export function report(
  { clock, setStatus }: Management,
  object: KubernetesObject,
  { older, newer, ...fields }: { older: Condition[]; newer: Condition[] } & Record<string, unknown>,
): void {
  const now = timestamp(clock);
  setStatus(object, {
    ...fields,
    observedGeneration: object.metadata.generation,
    conditions: dated(listAt(object, 'status.conditions'), sorted(older), now),
    v1beta2: { conditions: dated(listAt(object, 'status.v1beta2.conditions'), newer, now) },
  });
}
