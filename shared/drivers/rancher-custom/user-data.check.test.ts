import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { dataVolumes, FROM_USER_DATA, FROM_VAULT, inputOf } from '#test/builders/user-data-inputs';
import { EXAMPLES } from '#test/cloud-init-examples';
import { installedTool } from '#test/programs/installed-tool';
import { cloudInitVerdicts, scriptsIn } from '#test/programs/user-data-judges';
import { ADA_KEY } from '#test/ssh-keys';
import { fileWriter } from '#test/written-files';
import type { JoinCredential, UserDataInput } from '../user-data-input.ts';
import { renderCloudInit } from './cloud-init.ts';

const VARIANTS: [string, JoinCredential, string][] = [
  ['ours', FROM_USER_DATA, ''],
  ['ours with Vault', FROM_VAULT, ''],
  ['microos-vault', FROM_VAULT, EXAMPLES.microosVault],
  ['ubuntu-own-join', FROM_USER_DATA, EXAMPLES.ubuntuOwnJoin],
  ['ubuntu-own-join with Vault', FROM_VAULT, EXAMPLES.ubuntuOwnJoin],
  ['plain-token', FROM_USER_DATA, EXAMPLES.plainToken],
];

/** The user data of every kind of machine, by file name. */
function renderings(): Map<string, string> {
  const machines = (['server', 'agent'] as const).flatMap((role) =>
    [0, 1, 3].flatMap((volumes) =>
      ['', 'a'.repeat(64)].flatMap((caChecksum) =>
        [undefined, ADA_KEY].map((sshPublicKey) => ({
          role,
          volumes,
          caChecksum,
          sshPublicKey,
        })),
      ),
    ),
  );
  return new Map(
    VARIANTS.flatMap(([variant, credential, template]) =>
      machines.map(({ role, volumes, caChecksum, sshPublicKey }) => {
        const spec: Partial<UserDataInput['spec']> = {
          ...{ name: `c-rancher-node-${role}-1`, role, dataVolumes: dataVolumes(volumes) },
          ...(sshPublicKey !== undefined && { sshPublicKey }),
        };
        const name = `${variant} ${role} ${volumes} ${caChecksum ? 'private' : 'public'} ${sshPublicKey ? 'key' : 'no-key'}`;
        return [`${name}.yaml`, renderCloudInit(inputOf({ credential, caChecksum }, spec), template)] as const;
      }),
    ),
  ).set('unverified.yaml', renderCloudInit(inputOf({ credential: { ...FROM_VAULT, verifyTls: false } })));
}

const RENDERINGS = renderings();
const write = fileWriter();

const cloudInit = installedTool('cloud-init');
describe.skipIf(cloudInit === undefined)('cloud-init itself (apt-get install cloud-init)', () => {
  test('accepts every rendering, with Vault and without, ours and a template’s (S0-187)', () => {
    const files = write(RENDERINGS);
    const found = cloudInitVerdicts(cloudInit ?? '', files);
    expect(found).toHaveLength(VARIANTS.length * 24 + 1);
    expect(found.filter(([, code, said]) => code !== 0 || !said.includes('Valid'))).toEqual([]);
  }, 60_000);

  test('is heard when it does not', () => {
    const [[, code, said] = []] = cloudInitVerdicts(
      cloudInit ?? '',
      write([['bad.yaml', '#cloud-config\nruncmd: 7\n']]),
    );
    expect([code, said]).toEqual([1, expect.stringContaining("runcmd: 7 is not of type 'array'")]);
  });
});

const shellcheck = installedTool('shellcheck');
describe.skipIf(shellcheck === undefined)('shellcheck (apt-get install shellcheck)', () => {
  const complaints = (scripts: string[]) =>
    spawnSync(shellcheck ?? '', write(scripts.map((script, index) => [`${index}.sh`, script])), { encoding: 'utf8' })
      .stdout;

  test('finds nothing in any script of any rendering', () => {
    const scripts = scriptsIn(RENDERINGS.values());
    expect(scripts.length).toBeGreaterThan(15);
    expect(complaints(scripts)).toBe('');
  }, 60_000);

  test('is heard when it does', () => {
    expect(complaints(['#!/bin/sh\nrm $1\n'])).toContain('SC2086');
  });
});

test('bash reads every script of every rendering', () => {
  for (const path of write(scriptsIn(RENDERINGS.values()).map((script, index) => [`${index}.bash`, script]))) {
    const { status, stderr } = spawnSync('bash', ['-n', path], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  }
}, 60_000);
