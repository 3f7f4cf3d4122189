import { nearestName } from '../../domain/nearest-name.ts';
import { Misconfigured } from '../../errors.ts';
import type { BirthCertificate } from './birth-certificate.ts';
import { renderCloudInit } from './cloud-init.ts';
import { parseTemplate } from './template-placeholders.ts';
import { COMMON_VARIABLES, USER_DATA_VARIABLES, VAULT_VARIABLES } from './template-variables.ts';

const KNOWN: readonly string[] = [...COMMON_VARIABLES, ...VAULT_VARIABLES, ...USER_DATA_VARIABLES];

function problemOf(name: string, line: number, withVault: boolean): string | undefined {
  if (!KNOWN.includes(name)) {
    const nearest = nearestName(name, KNOWN);
    return `Line ${line}: {${name}} is unknown, the nearest known name is {${nearest}}; write literal braces twice.`;
  }
  const isOfVault = VAULT_VARIABLES.some((known) => known === name);
  if (isOfVault && !withVault) return `Line ${line}: {${name}} needs Vault, which this provider does not use.`;
  if (USER_DATA_VARIABLES.includes(name) && withVault) {
    return `Line ${line}: {${name}} is not given to machines where the provider uses Vault; they read it there.`;
  }
  return undefined;
}

/** Far more than Nova takes, and far less than it takes long to look through. */
const MAX_LENGTH = 100_000;
/** Of a script pasted as it is, every brace is one. */
const MAX_NAMED = 20;

/** Ours reads over what cloud-init's YAML reader refuses, and then nothing of the machine's user data is done. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|\p{Surrogate}/u;

/** As long as real values get: the size is checked with them. */
const SAMPLE_UUID = '00000000-0000-4000-8000-000000000000';
const sampleBirth = (withVault: boolean, role: 'server' | 'agent', volumes: number): BirthCertificate => ({
  spec: {
    name: `${'c'.repeat(40)}-rancher-node-${role}-1`,
    role,
    sshPublicKey: `ssh-rsa ${'A'.repeat(730)} sample`,
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

/** What goes wrong with the template on a small and on the largest machine of either role. */
function sampleProblems(template: string, withVault: boolean): string[] {
  const problems = (['server', 'agent'] as const).flatMap((role) =>
    [0, 25].map((volumes) => renderingProblem(sampleBirth(withVault, role, volumes), template)),
  );
  return [...new Set(problems.filter((problem) => problem !== undefined))];
}

function renderingProblem(birth: BirthCertificate, template: string): string | undefined {
  try {
    renderCloudInit(birth, template);
    return undefined;
  } catch (error) {
    if (error instanceof Misconfigured) return error.message;
    throw error;
  }
}

/**
 * What is wrong with a provider's cloud-init template, in sentences; none for a good one and for the empty one, which means ours.
 * A template that passes renders for every node, unless its values are not what they should be.
 */
export function templateProblems(template: string, withVault: boolean): string[] {
  if (template === '') return [];
  if (template.length > MAX_LENGTH) return [`The template is longer than ${MAX_LENGTH} characters.`];
  if (UNPRINTABLE.test(template)) return ['The template has a control character, which no YAML may have.'];
  const { parts, problems } = parseTemplate(template);
  const names = parts.filter((part) => 'name' in part);
  const found = [
    ...(/^#cloud-config\s*(\n|$)/.test(template) ? [] : ['The first line must be "#cloud-config".']),
    ...problems.slice(0, MAX_NAMED),
    ...names
      .map(({ name, line }) => problemOf(name, line, withVault))
      .filter((problem) => problem !== undefined)
      .slice(0, MAX_NAMED),
  ];
  return found.length > 0 ? found : sampleProblems(template, withVault);
}
