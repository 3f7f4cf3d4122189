import { SAMPLE_SSH_KEY } from '../cloud-config/sample-ssh-key.ts';
import { renderingProblem, templateTextProblems } from '../cloud-config/template-text-problems.ts';
import type { UserDataInput } from '../user-data-input.ts';
import { renderCloudInit } from './cloud-init.ts';
import { COMMON_VARIABLES, USER_DATA_VARIABLES, VAULT_VARIABLES } from './template-variables.ts';

const KNOWN: readonly string[] = [...COMMON_VARIABLES, ...VAULT_VARIABLES, ...USER_DATA_VARIABLES];

/** Why a known variable has no value on this provider's machines. Undefined if it has a value. */
function absenceOf(name: string, withVault: boolean): string | undefined {
  const isOfVault = VAULT_VARIABLES.some((known) => known === name);
  if (isOfVault && !withVault) return 'needs Vault, which this provider does not use.';
  if (USER_DATA_VARIABLES.includes(name) && withVault) {
    return 'is not given to machines if the provider uses Vault: machines read it from Vault.';
  }
  return undefined;
}

/** Sample values are as long as real values can be, because they are used to check the size of the user data. */
const SAMPLE_UUID = '00000000-0000-4000-8000-000000000000';
const sampleInput = (withVault: boolean, role: 'server' | 'agent', volumes: number): UserDataInput => ({
  spec: {
    name: `${'c'.repeat(40)}-rancher-node-${role}-1`,
    role,
    sshPublicKey: SAMPLE_SSH_KEY,
    dataVolumes: Array.from({ length: volumes }, (_, index) => ({
      sizeMb: 1024,
      mountPoint: `/srv/sample-data-volume-${index}`,
      filesystem: 'btrfs',
    })),
  },
  diskDriver: 'sd',
  rancherUrl: 'https://rancher.example.org',
  credential: withVault
    ? {
        from: 'vault',
        address: 'https://vault.example.org:8200',
        verifyTls: true,
        roleId: SAMPLE_UUID,
        secretId: SAMPLE_UUID,
        secretPath: `rancher/cluster-${'0'.repeat(32)}`,
      }
    : { from: 'user-data', registrationToken: 'r'.repeat(54) },
  caChecksum: '0'.repeat(64),
  phoneHomeUrl: `https://paddock.example.org/webhooks/nodes/${'0'.repeat(32)}`,
  phoneHomeToken: 'p'.repeat(43),
});

/**
 * Renders samples of the template for both roles, each without data volumes and with 25 data volumes. Returns the
 * problems.
 */
function sampleProblems(template: string, withVault: boolean): string[] {
  const problems = (['server', 'agent'] as const).flatMap((role) =>
    [0, 25].map((volumes) => renderingProblem(() => renderCloudInit(sampleInput(withVault, role, volumes), template))),
  );
  return [...new Set(problems.filter((problem) => problem !== undefined))];
}

/**
 * Problems of a provider's cloud-init template, as sentences. If there are none, the template can be rendered for every
 * node with valid values. An empty template is valid, because Paddock then uses its own template.
 */
export function templateProblems(template: string, withVault: boolean): string[] {
  if (template === '') return [];
  const found = templateTextProblems(template, KNOWN, (name) => absenceOf(name, withVault));
  return found.length > 0 ? found : sampleProblems(template, withVault);
}
