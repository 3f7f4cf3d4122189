import type { FieldErrors } from '#shared/errors';
import { isSameValue } from '../_core/values/deep-equal.ts';
import type { RancherOptions } from '../providers/service-settings.ts';
import type { Cluster } from './cluster.ts';

type Dependent = Pick<Cluster, 'name' | 'state' | 'nodeOperations' | 'argocdToken'>;
/**
 * A backend in which clusters have objects. `option` is the provider's option with the address of the backend. If
 * somebody changes this option, Paddock can no longer find these objects.
 */
type Tie = { option: string; where: string; at(options: RancherOptions): unknown; holds(cluster: Dependent): boolean };

const TIES: readonly Tie[] = [
  { option: 'backend_url', where: 'Rancher', at: ({ backendUrl }) => backendUrl, holds: () => true },
  {
    option: 'vault_host',
    where: 'Vault',
    at: ({ vault }) => vault && { host: vault.host, port: vault.port },
    // Vault has the credentials of a cluster until the cluster is OK, and the credentials of a node while the node is
    // being added.
    holds: ({ state, nodeOperations }) => state !== 'OK' || nodeOperations.length > 0,
  },
  {
    option: 'argocd_k8s_namespace',
    where: 'Argo CD',
    at: ({ argocd }) => argocd?.namespace,
    holds: ({ state, argocdToken }) => state !== 'OK' || argocdToken !== undefined,
  },
];
/** How many clusters an error names at most. A provider may have thousands. */
const NAMED = 3;

const moved = (before: RancherOptions, after: RancherOptions): Tie[] =>
  TIES.filter((tie) => tie.at(before) !== undefined && !isSameValue({ at: tie.at(before) }, { at: tie.at(after) }));

/** Whether a change of options moves or removes a backend in which clusters may have objects. */
export const movesBackend = (before: RancherOptions, after: RancherOptions): boolean => moved(before, after).length > 0;

/**
 * The errors of a change of options, by option. An option is refused if Paddock could no longer delete objects of
 * `clusters` after the change (docs/spec/design.md#deletion-is-complete).
 */
export function moveErrors(before: RancherOptions, after: RancherOptions, clusters: readonly Dependent[]): FieldErrors {
  const refused = moved(before, after).flatMap((tie) => {
    const held = clusters.filter(tie.holds).map(({ name }) => name);
    if (held.length === 0) return [];
    const names = held.slice(0, NAMED).join(', ') + (held.length > NAMED ? ', …' : '');
    return [
      [
        tie.option,
        [`Clusters of this provider have objects in its ${tie.where}: ${names}. Terminate these clusters first.`],
      ],
    ];
  });
  return Object.fromEntries(refused);
}
