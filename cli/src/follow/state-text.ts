import type { ClusterDetail } from '../find/find-cluster.ts';

type Shown = Pick<ClusterDetail, 'state' | 'progress' | 'current_step'>;

/** Describes the present work on a cluster in one line: its state, its progress and the step. */
export const stateText = ({ state, progress, current_step }: Shown): string =>
  [
    state,
    ...(state === 'OK' || progress === 0 ? [] : [`${progress} %`]),
    ...(current_step === '' ? [] : [current_step]),
  ].join(', ');
