import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { dataVolumes, FROM_VAULT, inputOf } from '#test/builders/user-data-inputs';
import { EXAMPLES } from '#test/cloud-init-examples';
import { ADA_KEY } from '#test/ssh-keys';
import { Misconfigured } from '../../errors.ts';
import type { UserDataInput } from '../user-data-input.ts';
import { renderCloudInit } from './cloud-init.ts';
import { joinScript } from './join-script.ts';
import { renderTemplate } from './render-template.ts';

const withVault = inputOf({ credential: FROM_VAULT });
const configOf = (template: string, input: UserDataInput) =>
  z.record(z.string(), z.unknown()).parse(parse(renderCloudInit(input, template), { version: '1.1' }));
/** The rendered value of a template variable. */
const standsFor = (name: string, input: UserDataInput) =>
  configOf(`#cloud-config\nfinal_message: "{${name}}"\n`, input).final_message;

describe('a provider’s template', () => {
  test.each([
    ['vault_role_id', FROM_VAULT.roleId],
    ['vault_role_secret_id', FROM_VAULT.secretId],
    ['vault_addr', 'https://vault.example.org:8200'],
    ['vault_secret_path', `secret/${FROM_VAULT.secretPath}`],
    ['rke_role', 'server'],
    ['node_name', 'c-rancher-node-server-1'],
    ['rancher_url', 'https://rancher.example.org'],
    ['ca_checksum', 'a'.repeat(64)],
    ['phone_home_url', 'https://paddock.example.org/webhooks/nodes/0123'],
    ['phone_home_token', 'phone-home-token'],
    ['join_script_base64', Buffer.from(joinScript(withVault)).toString('base64')],
  ])('gets what {%s} stands for (S0-279)', (name, value) => {
    expect(standsFor(name, withVault)).toBe(value);
  });

  test('gets the registration token where there is no Vault, and only there', () => {
    expect(standsFor('registration_token', inputOf())).toBe('registration-token');
    expect(() => standsFor('registration_token', withVault)).toThrow(
      'Line 2: {registration_token} has no value in this template',
    );
    expect(() => standsFor('vault_addr', inputOf())).toThrow('Line 2: {vault_addr} has no value in this template');
  });

  test('keeps doubled braces as single ones', () => {
    const template = '#cloud-config\nhostname: {node_name}\nruncmd: ["f() {{ echo {{{{}}}}; }}"]\n';
    expect(renderCloudInit(inputOf(), template)).toBe(
      '#cloud-config\nhostname: c-rancher-node-server-1\nruncmd: ["f() { echo {{}}; }"]\n',
    );
  });

  test('is left as it is where nothing is missing, and keeps its comments and numbers where something is', () => {
    const text = '#cloud-config\n# ours\nwrite_files:\n  - path: /x # there\n    permissions: 0644\n';
    expect(renderCloudInit(inputOf(), text)).toBe(`${text}hostname: c-rancher-node-server-1\n`);
  });

  test.each(["x'; reboot; '", 'a: b', 'two\nlines', '"', '$(reboot)', '#'])('takes no %j in', (word) => {
    const template = '#cloud-config\nruncmd: ["echo {phone_home_token}"]\n';
    expect(() => renderTemplate(inputOf({ phoneHomeToken: word }), template)).toThrow('is not safe');
    const named = inputOf({}, { name: word });
    expect(() => renderCloudInit(named, template)).toThrow(
      /^The user data of a machine was not created\. Wrong values: spec\.name\.$/,
    );
  });

  test.each(['[x]', 'a:', '~', '-', '@a', '%x', 'a,b', '0644', '1e3', 'yes'])('takes %j for text only', (word) => {
    const input = inputOf({ phoneHomeToken: word });
    const [quoted, bare] = ['"{phone_home_token}"', '[{phone_home_token}]'].map(
      (place) => `#cloud-config\na: ${place}\n`,
    );
    expect(configOf(quoted ?? '', input)).toMatchObject({ a: word });
    expect(() => renderCloudInit(input, bare)).toThrow(Misconfigured);
  });

  test('shows no secret when it turns out not to be YAML', () => {
    const template = '#cloud-config\na: [{registration_token}\nb: c\n';
    expect(() => renderCloudInit(inputOf(), template)).toThrow(
      /^The cloud-config is not valid YAML: line \d: (?!.*registration-token)/s,
    );
  });

  test('is refused beyond what Nova takes', () => {
    const template = `#cloud-config\na: ${'x'.repeat(50_000)}\n`;
    expect(() => renderCloudInit(inputOf(), template)).toThrow(/is \d{5} bytes in base64; Nova accepts at most 65535/);
  });
});

describe('what a template does not say itself', () => {
  test('the host name and the SSH key are added, beside its own keys (S0-256)', () => {
    const input = inputOf({}, { sshPublicKey: `${ADA_KEY}: "x" #1` });
    expect(configOf('#cloud-config\n{{}}\n', input)).toEqual({
      hostname: 'c-rancher-node-server-1',
      ssh_authorized_keys: [`${ADA_KEY}: "x" #1`],
    });
    const keys = configOf('#cloud-config\nssh_authorized_keys: [operator]\n', input).ssh_authorized_keys;
    expect(keys).toEqual(['operator', `${ADA_KEY}: "x" #1`]);
  });

  test('the data volumes are set, whatever they are called (S0-271, S0-272, R-9-66)', () => {
    const volumes = [{ sizeMb: 1024, mountPoint: '/srv/my.path_1', filesystem: 'btrfs' }];
    const ours = renderCloudInit(inputOf({}, { dataVolumes: volumes }));
    const { bootcmd, disk_setup, fs_setup, mounts } = parse(ours);
    const config = configOf(EXAMPLES.microosVault, inputOf({ credential: FROM_VAULT }, { dataVolumes: volumes }));
    expect(config).toMatchObject({ bootcmd, disk_setup, fs_setup, mounts });
    expect(mounts).toEqual([['/dev/vdb1', '/srv/my.path_1', 'btrfs', expect.any(String), '0', '2']]);
    expect(config.write_files).toHaveLength(10);
  });

  const OWN = `#cloud-config
bootcmd: [modprobe x]
disk_setup: {{vdb: {{table_type: mbr}}, /dev/vdx: {{table_type: gpt}}}}
fs_setup: [{{device: vdb1, filesystem: xfs}}, {{device: /dev/vdx, filesystem: xfs, partition: auto}}]
mounts: [[/dev/vdb1, /old], [/dev/vdx1, /data/1], [/dev/vdx2, /mine], [tmpfs, /tmp]]
`;
  test('the template’s own disks stay, save where an order’s volume is or is mounted', () => {
    const { bootcmd, ...config } = configOf(OWN, inputOf({}, { dataVolumes: dataVolumes(1) }));
    expect(bootcmd).toEqual([['sh', '-c', expect.stringContaining('/dev/vdb ')], 'modprobe x']);
    expect(config).toMatchObject({
      disk_setup: { '/dev/vdb': { table_type: 'gpt' }, '/dev/vdx': { table_type: 'gpt' } },
      fs_setup: [{ device: '/dev/vdx' }, { device: '/dev/vdb1', filesystem: 'btrfs' }],
      mounts: [
        ['/dev/vdx2', '/mine'],
        ['tmpfs', '/tmp'],
        ['/dev/vdb1', '/data/1', 'btrfs', expect.any(String), '0', '2'],
      ],
    });
    expect(Object.keys(config.disk_setup ?? {})).toHaveLength(2);
  });

  test('a template without data volumes keeps its disks as they are', () => {
    expect(renderCloudInit(inputOf(), OWN)).toContain('[/dev/vdb1, /old]');
  });
});
