import { type CredentialCheck, passedCheck } from '../../providers/credential-check.ts';
import { isStale, type Relay } from './relay.ts';

const OPTION = 'relay_token';

function relayCheck(relay: Relay, now: Date, version: string): CredentialCheck {
  const { name, address, port, clusters, problem, reportedAt } = relay;
  const failed = (message: string): CredentialCheck => ({ option: OPTION, ok: false, message });
  if (isStale(relay, now)) return failed(`Relay ${name} has not reported since ${reportedAt}: start it.`);
  if (relay.version !== version) {
    return failed(`Relay ${name} has version ${relay.version}, and Paddock ${version}: install the relay of Paddock.`);
  }
  if (problem !== undefined) return failed(`Relay ${name} does not serve all clusters: ${problem}`);
  const reached = clusters.filter(({ isReachable }) => isReachable).length;
  return passedCheck(OPTION, `Relay ${name} at ${address}:${port} reaches ${reached} of ${clusters.length} clusters.`);
}

/**
 * Checks how Cluster API reaches the API servers of clusters. From outside a tenant's network, an API server is reached
 * only by its floating IP or through a relay (S3-030). A relay must have Paddock's version (S3-036).
 */
export function relayChecks(relays: readonly Relay[], now: Date, version: string): CredentialCheck[] {
  if (relays.length > 0) return relays.map((relay) => relayCheck(relay, now, version));
  const text = 'No relay has reported, so only clusters with a floating IP can be reached.';
  return [passedCheck('infrastructure', text)];
}
