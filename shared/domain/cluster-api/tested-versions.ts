import type { CredentialCheck } from '../providers/credential-check.ts';

/** Versions of a management cluster with which Paddock was tested. */
export const TESTED_VERSIONS = {
  kubernetes: { least: [1, 33], most: [1, 36], text: '1.33 to 1.36' },
  clusterApi: '1.10.5',
  openstackProvider: '0.12.4',
} as const;

/** Versions that a management cluster reports. The version of a component that is not installed is undefined. */
type Versions = { kubernetes: string; clusterApi: string | undefined; openstackProvider: string | undefined };

const found = (name: string, version: string, tested: string, isTested: boolean): string =>
  isTested ? `${name} ${version}.` : `${name} ${version}: Paddock was tested with ${tested}.`;

function isTestedKubernetes(version: string): boolean {
  const { least, most } = TESTED_VERSIONS.kubernetes;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === least[0] && minor >= least[1] && minor <= most[1];
}

function partCheck(option: string, name: string, version: string | undefined, tested: string): CredentialCheck {
  if (version === undefined) return { option, ok: false, message: `${name} is not installed: install ${tested}.` };
  return { option, ok: true, message: found(name, version, tested, version === tested) };
}

/**
 * Checks the versions on a management cluster (S3-014, S3-015, S3-017, S3-019). A check fails if its component is
 * missing. A version with which Paddock was not tested passes, and the message says so. Each check names an option of
 * the provider type `ClusterAPI`.
 */
export function versionChecks(
  { kubernetes, clusterApi, openstackProvider }: Versions,
  infrastructure: 'openstack' | 'in-memory',
): CredentialCheck[] {
  const { kubernetes: range, clusterApi: core, openstackProvider: provider } = TESTED_VERSIONS;
  const ofKubernetes = found('Kubernetes', kubernetes, range.text, isTestedKubernetes(kubernetes));
  return [
    { option: 'backend_url', ok: true, message: ofKubernetes },
    partCheck('backend_url', 'Cluster API', clusterApi, core),
    ...(infrastructure === 'openstack'
      ? [partCheck('infrastructure', 'Cluster API’s OpenStack provider', openstackProvider, provider)]
      : []),
  ];
}
