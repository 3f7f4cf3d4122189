import type { ClusterDetail } from '../find/find-cluster.ts';
import { nextStepOf } from '../follow/last-error.ts';
import { stateText } from '../follow/state-text.ts';

type Shown = Pick<
  ClusterDetail,
  'state' | 'progress' | 'current_step' | 'last_error' | 'drift' | 'operations' | 'upgrade' | 'hibernation'
>;

/**
 * Describes running operations and problems of a cluster. For a problem, also says who can correct it. Returns an empty
 * text if there are no operations and no problems. `again` says how to repeat the operation.
 */
export function problemsText(cluster: Shown, again: string): string {
  const { state, last_error, drift, operations, upgrade, hibernation } = cluster;
  return [
    ...(state === 'OK' || state === 'ERRED' ? [] : [`Now: ${stateText(cluster)}`]),
    ...(upgrade === null
      ? []
      : [`Upgrade: ${upgrade.from_version} to ${upgrade.to_version}, ${upgrade.upgraded_nodes} nodes done`]),
    ...(hibernation.status === 'AWAKE' ? [] : [`Hibernation: ${hibernation.status}`]),
    ...operations
      .filter(({ state }) => state === 'running')
      .flatMap(({ kind, text, percent, stalled }) => [
        `Running: ${kind}, ${percent} %, ${text}`,
        ...(stalled === null ? [] : [`  stalled: ${stalled.message} ${stalled.next_step}`]),
      ]),
    ...drift.map(({ name, message, since }) => `Differs since ${since}: ${name === '' ? '' : `${name}: `}${message}`),
    ...(last_error === null
      ? []
      : [
          `Last error, in ${last_error.step} at ${last_error.at}: ${last_error.message} (${last_error.code})`,
          nextStepOf(last_error, again),
        ]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
