import { isBusy } from '../../ui/state-label.ts';
import type { Cluster } from '../cluster/cluster-query.ts';
import { KubeconfigButton } from './kubeconfig-button.tsx';
import { TerminateButton } from './terminate-button.tsx';

/** What can be done with a cluster now. */
export function ClusterActions({ cluster }: { cluster: Cluster }) {
  const { state = '' } = cluster;
  return (
    <>
      {state === 'OK' && <KubeconfigButton cluster={cluster} />}
      {!isBusy(state) && <TerminateButton cluster={cluster} />}
    </>
  );
}
