import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { FROM_VAULT, inputOf } from '#test/builders/user-data-inputs';
import { ADA_KEY } from '#test/ssh-keys';
import type { UserDataInput } from '../user-data-input.ts';
import { renderCloudInit } from './cloud-init.ts';
import { joinScript } from './join-script.ts';

type Spec = UserDataInput['spec'];
const CHECKSUM = 'a'.repeat(64);

const cloudConfig = z.looseObject({
  hostname: z.string(),
  write_files: z.array(z.object({ path: z.string(), permissions: z.string(), content: z.string() })),
  runcmd: z.array(z.array(z.string())),
});
const configOf = (input: UserDataInput) => cloudConfig.parse(parse(renderCloudInit(input)));
function scriptOf(input: UserDataInput): string {
  const file = configOf(input).write_files.find(({ path }) => path === '/usr/local/sbin/paddock-join');
  if (!file) throw new Error('there is no join script');
  expect(file.permissions).toBe('0700');
  return file.content;
}
const VOLUMES: Spec['dataVolumes'] = [
  { sizeMb: 51_200, mountPoint: '/opt/rke2_storage', filesystem: 'btrfs' },
  { sizeMb: 1024, mountPoint: '/opt/longhorn_storage', filesystem: 'ext4' },
];

describe('user data', () => {
  test('is a cloud-config, small enough for Nova, that names the machine and runs its join script', () => {
    const text = renderCloudInit(inputOf({}, { dataVolumes: VOLUMES }));
    expect(text).toMatch(/^#cloud-config\n/);
    expect(Buffer.from(text).toString('base64').length).toBeLessThan(65_535);
    expect(configOf(inputOf())).toMatchObject({
      hostname: 'c-rancher-node-server-1',
      runcmd: [['/usr/local/sbin/paddock-join']],
    });
  });

  test('says no more than it must: no key and no disks where there are none', () => {
    const keys = Object.keys(configOf(inputOf()));
    expect(new Set(keys)).toEqual(new Set(['hostname', 'write_files', 'runcmd']));
  });

  test('has no leftover of a template', () => {
    expect(renderCloudInit(inputOf({}, { dataVolumes: VOLUMES, sshPublicKey: ADA_KEY }))).not.toMatch(
      /undefined|\[object|\$\{|\{\{|(?<!\/dev\/)null|NaN/,
    );
  });

  test('lets the owner of the SSH key in (S0-256)', () => {
    const config = configOf(inputOf({}, { sshPublicKey: `${ADA_KEY}: "x" #1` }));
    expect(config.ssh_authorized_keys).toEqual([`${ADA_KEY}: "x" #1`]);
  });
});

describe('data volumes', () => {
  test.each(['vd', 'sd'] as const)(
    'are waited for, partitioned, formatted and mounted in their order: %s (S0-271, S0-272)',
    (driver) => {
      const config = configOf(inputOf({ diskDriver: driver }, { dataVolumes: VOLUMES }));
      const [first, second] = [`/dev/${driver}b`, `/dev/${driver}c`];
      const disk = { table_type: 'gpt', layout: true, overwrite: false };
      const options = 'defaults,nofail,x-systemd.device-timeout=600';
      expect(config).toMatchObject({
        disk_setup: { [first]: disk, [second]: disk },
        fs_setup: [
          { device: `${first}1`, filesystem: 'btrfs', label: 'data1' },
          { device: `${second}1`, filesystem: 'ext4', label: 'data2' },
        ],
        mounts: [
          [`${first}1`, '/opt/rke2_storage', 'btrfs', options, '0', '2'],
          [`${second}1`, '/opt/longhorn_storage', 'ext4', options, '0', '2'],
        ],
      });
      const waits = z.array(z.tuple([z.literal('sh'), z.literal('-c'), z.string()])).parse(config.bootcmd);
      expect(waits.map(([, , script]) => /-b (\S+) /.exec(script)?.[1])).toEqual([first, second]);
      for (const [, , script] of waits) expect(() => execFileSync('sh', ['-n', '-c', script])).not.toThrow();
    },
  );

  test.each(['srv', '/', '/a/../b', '/srv/my data', '/srv\n/dev/sda1 /etc', "/it's", '/$(reboot)', '/ä', '/a\u2028b'])(
    'are mounted at one word below the root, never at %j',
    (mountPoint) => {
      const input = inputOf({}, { dataVolumes: [{ sizeMb: 1, mountPoint, filesystem: 'ext4' }] });
      expect(() => renderCloudInit(input)).toThrow(
        'The user data of c-rancher-node-server-1 was not created. Wrong values: spec.dataVolumes.0.mountPoint.',
      );
    },
  );
});

describe('the join script', () => {
  const installLine = (input: UserDataInput) =>
    scriptOf(input)
      .split('\n')
      .find((line) => line.includes(' sh /etc/paddock/system-agent-install.sh')) ?? '';

  test.each([
    ['server', '--etcd --controlplane', '--worker'],
    ['agent', '--worker', '--controlplane'],
  ] as const)('joins a %s with the roles %s (S0-190, T56)', (role, flags, not) => {
    const line = installLine(inputOf({}, { role }));
    expect(line).toContain(flags);
    expect(line).not.toContain(not);
    expect(line).toContain("--label 'cattle.io/os=linux'");
    expect(line).toContain('--node-name "$NODE_NAME"');
  });

  test('executes nothing that came from Rancher before the certificate has met its checksum', () => {
    const script = scriptOf(inputOf());
    const order = [
      'set -euo pipefail',
      '/cacerts',
      'sha256sum --check',
      '/system-agent-install.sh"',
      ' sh /etc/paddock/',
    ];
    const places = order.map((part) => script.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const download = script.split('\n').find((line) => line.includes('$RANCHER_URL/system-agent-install.sh'));
    expect(download).toContain('--cacert /etc/paddock/rancher-ca.pem');
    expect(download).not.toContain('--insecure');
    expect(script.match(/--insecure/g)).toHaveLength(1);
  });

  test('trusts the system’s certificates, and never an unverified one, where Rancher has no bundle of its own', () => {
    const script = scriptOf(inputOf({ caChecksum: '' }));
    expect(script).not.toMatch(/--insecure|--cacert |--ca-checksum|sha256sum/);
  });

  test('tries every download again for minutes, also when the connection is refused', () => {
    const downloads = scriptOf(inputOf())
      .split('\n')
      .filter((line) => line.startsWith('curl '));
    expect(downloads).toHaveLength(2);
    for (const line of downloads) expect(line).toMatch(/--retry 30 --retry-delay 10 --retry-connrefused /);
  });

  test('phones home with its one-time token, and comes to a good end where nobody answers', () => {
    const line = scriptOf(inputOf())
      .split('\n')
      .find((item) => item.includes('$PHONE_HOME_URL"'));
    expect(line).toMatch(/^printf 'Authorization: Bearer %s' "\$PHONE_HOME_TOKEN" \| curl .* --header @- /);
    expect(line).toMatch(/\|\| true$/);
  });

  test('keeps each secret in one place of the user data', () => {
    const text = renderCloudInit(inputOf());
    for (const secret of ['registration-token', 'phone-home-token']) expect(text.split(secret)).toHaveLength(2);
  });

  test('gives a machine with Vault its role and secret id and nothing that joins (S0-133)', () => {
    const text = renderCloudInit(inputOf({ credential: FROM_VAULT }));
    for (const id of [FROM_VAULT.roleId, FROM_VAULT.secretId]) expect(text.split(id)).toHaveLength(2);
    expect(text).not.toContain('registration-token');
  });

  test('verifies Vault’s certificate unless the provider says not to (S0-287)', () => {
    const asking = (verifyTls: boolean) =>
      scriptOf(inputOf({ caChecksum: '', credential: { ...FROM_VAULT, verifyTls } }))
        .split('\n')
        .filter((line) => line.includes('"$VAULT_ADDR'))
        .map((line) => line.includes('--insecure'));
    expect([asking(true), asking(false)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  const HOSTILE = [
    "x'; touch /tmp/owned; '",
    '$(touch /tmp/owned)',
    '`touch /tmp/owned`',
    '"; touch /tmp/owned; "',
    'two\nlines',
    '\\',
    "'",
    '%s $HOME !!',
  ];
  /** The values that a shell assigns to the variables of the script. */
  function variables(script: string): string[] {
    const names = [
      'RANCHER_URL',
      'REGISTRATION_TOKEN',
      'CA_CHECKSUM',
      'NODE_NAME',
      'PHONE_HOME_URL',
      'PHONE_HOME_TOKEN',
    ];
    const settings = script.slice(script.indexOf('RANCHER_URL='), script.indexOf('\nmkdir -p /etc'));
    const print = `printf '%s\\0' ${names.map((name) => `"$${name}"`).join(' ')}`;
    const output = execFileSync('bash', ['-euc', `PATH=/nonexistent\n${settings}\n${print}`], { encoding: 'utf8' });
    return output.split('\0').slice(0, names.length);
  }

  test.each(HOSTILE)('takes %j as a word wherever it stands, and is a script still', (word) => {
    const { spec } = inputOf();
    const script = joinScript(
      inputOf({
        ...{ rancherUrl: word, caChecksum: word, phoneHomeUrl: word, phoneHomeToken: word },
        credential: { from: 'user-data', registrationToken: word },
        spec: { ...spec, name: word },
      }),
    );
    expect(() => execFileSync('bash', ['-n'], { input: script })).not.toThrow();
    expect(variables(script)).toEqual([word, word, word, word, word, word]);
  });

  test.each(['', CHECKSUM])('is a valid script with checksum %j', (caChecksum) => {
    expect(() => execFileSync('bash', ['-n'], { input: scriptOf(inputOf({ caChecksum })) })).not.toThrow();
  });
});
