import type { Suite } from './run-suite.ts';

/** Real servers that are not started here: which suites run on them when the variable says where they are. */
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

/** Suites of the servers that the environment names, and the names of the others, to be reported. */
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
