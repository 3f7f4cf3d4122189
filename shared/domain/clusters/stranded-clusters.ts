import type { FieldErrors } from '#shared/errors';
import { isSameValue } from '../_core/same-value.ts';
import type { RancherOptions } from '../providers/service-settings.ts';
import type { Cluster } from './cluster.ts';

type Dependent = Pick<Cluster, 'name' | 'state' | 'nodeOperations' | 'argocdToken'>;
/** What a cluster has at a place that its provider's options name, and would not be found at another. */
type Tie = { option: string; where: string; at(options: RancherOptions): unknown; holds(cluster: Dependent): boolean };

const TIES: readonly Tie[] = [
  { option: 'backend_url', where: 'Rancher', at: ({ backendUrl }) => backendUrl, holds: () => true },
  {
    option: 'vault_host',
    where: 'Vault',
    at: ({ vault }) => vault && { host: vault.host, port: vault.port },
    // Its credentials are there while it is being made, and after that failed; a node's while it is being added.
    holds: ({ state, nodeOperations }) => state !== 'OK' || nodeOperations.length > 0,
  },
  {
    option: 'argocd_k8s_namespace',
    where: 'Argo CD',
    at: ({ argocd }) => argocd?.namespace,
    holds: ({ state, argocdToken }) => state !== 'OK' || argocdToken !== undefined,
  },
];
/** A refusal names a few; a provider may have thousands. */
const NAMED = 3;

const moved = (before: RancherOptions, after: RancherOptions): Tie[] =>
  TIES.filter((tie) => tie.at(before) !== undefined && !isSameValue({ at: tie.at(before) }, { at: tie.at(after) }));

/** Whether a change moves or takes away a place where clusters may have something. */
export const movesAPlace = (before: RancherOptions, after: RancherOptions): boolean => moved(before, after).length > 0;

/**
 * Why a change would leave behind what clusters have there, by option; their deletion would never find it
 * (docs/spec/design.md#deletion-is-complete).
 */
export function strandedClusters(
  before: RancherOptions,
  after: RancherOptions,
  clusters: readonly Dependent[],
): FieldErrors {
  const refused = moved(before, after).flatMap((tie) => {
    const held = clusters.filter(tie.holds).map(({ name }) => name);
    if (held.length === 0) return [];
    const names = held.slice(0, NAMED).join(', ') + (held.length > NAMED ? ', …' : '');
    return [
      [tie.option, [`Clusters of this provider have things in its ${tie.where}: ${names}. Terminate them first.`]],
    ];
  });
  return Object.fromEntries(refused);
}
