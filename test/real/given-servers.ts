import type { Suite } from './run-suite.ts';

/**
 * Real servers that the test run does not start. If `variable` says where a server is, the suite in `file` runs on that
 * server.
 */
const GIVEN = [
  { variable: 'PADDOCK_REAL_VAULT', backend: 'Vault', file: 'test/contracts/vault.contract.test.ts' },
  { variable: 'PADDOCK_REAL_KUBERNETES', backend: 'Kubernetes', file: 'test/contracts/argocd.contract.test.ts' },
  {
    variable: 'PADDOCK_REAL_KUBERNETES',
    backend: 'Kubernetes behind Rancher’s proxy',
    file: 'test/contracts/kubernetes-objects.contract.test.ts',
  },
  {
    variable: 'PADDOCK_REAL_CLUSTER_API_SCHEMAS',
    backend: 'Cluster API’s schemas',
    file: 'test/contracts/cluster-api-schemas.contract.test.ts',
  },
  { variable: 'PADDOCK_REAL_RANCHER', backend: 'Rancher', file: 'test/contracts/rancher.contract.test.ts' },
] as const;

/** Suites for the servers that the environment names, and the names of the missing servers for the report. */
export function givenServers(env: NodeJS.ProcessEnv): { suites: Suite[]; notGiven: string[] } {
  const given = GIVEN.filter(({ variable }) => env[variable]);
  return {
    suites: given.map(({ backend, file, variable }) => ({
      ...{ name: `contract of ${backend}`, files: [file] },
      env: { [variable]: env[variable] ?? '' },
    })),
    notGiven: GIVEN.filter((it) => !given.includes(it)).map(({ backend, variable }) => `${backend} (${variable})`),
  };
}
