import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { renderLoadBalancerCloudInit } from '#shared/drivers/load-balancer/load-balancer-cloud-init';
import { renderCloudInit } from '#shared/drivers/rancher-custom/cloud-init';
import { joinScript } from '#shared/drivers/rancher-custom/join-script';
import type { UserDataInput } from '#shared/drivers/user-data-input';
import { Misconfigured } from '#shared/errors';
import { dataVolumes, FROM_USER_DATA, FROM_VAULT, inputOf } from '#test/builders/user-data-inputs';
import { EXAMPLES } from '#test/cloud-init-examples';
import { ADA_KEY, GENERATED_KEYS } from '#test/ssh-keys';
import { anyText } from './any-text.ts';
import { pyYaml } from './py-yaml.ts';

const read = pyYaml();
/** The seed is fixed. With another seed, too few values might be accepted, and the run would prove little. */
const RUNS = { numRuns: 150, seed: 42 };
/** Long, because another program parses a document in each run. */
const PROPERTY_MS = 60_000;

/** Mostly a good value. Sometimes any text, or a good value with any text before or after it. */
const around = (...good: string[]) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...good), anyText).map(([one, other]) => `${one}${other}`) },
    { weight: 1, arbitrary: fc.tuple(anyText, fc.constantFrom(...good)).map(([one, other]) => `${one}${other}`) },
  );
const anyName = around('c-rancher-node-server-1', '1e3', 'yes', '0x1f', 'null', '2026-01-01');
const anyKey = around(...GENERATED_KEYS);
const anyVolumes = fc.array(
  fc.record({
    sizeMb: fc.constant(1024),
    mountPoint: around('/data', '/opt/x.y_z'),
    filesystem: around('ext4', 'btrfs'),
  }),
  { maxLength: 2 },
);
const anyInput = fc
  .record({
    name: anyName,
    sshPublicKey: fc.option(anyKey, { nil: undefined }),
    volumes: anyVolumes,
    rancherUrl: around('https://rancher.example.org', 'https://[2001:db8::1]:8443/rancher'),
    caChecksum: around('', 'a'.repeat(64), '0'.repeat(64)),
    phoneHomeUrl: around('https://paddock.example.org/webhooks/nodes/0123'),
    phoneHomeToken: around('phone-home-token', '~', 'yes', "it's", '$(reboot)'),
    secret: around('registration-token', '0644', '%', '-'),
    withVault: fc.boolean(),
  })
  .map(({ name, sshPublicKey, volumes, secret, withVault, ...values }): UserDataInput => {
    const credential = withVault
      ? { ...FROM_VAULT, secretId: secret }
      : { ...FROM_USER_DATA, registrationToken: secret };
    return inputOf({ ...values, credential }, { name, dataVolumes: volumes, ...(sshPublicKey && { sshPublicKey }) });
  });

const userData = z.looseObject({
  hostname: z.string(),
  ssh_authorized_keys: z.array(z.string()).default([]),
  mounts: z.array(z.array(z.unknown())).default([]),
  write_files: z.array(z.looseObject({ path: z.string(), content: z.string() })).default([]),
});
const KEYS_OF_OURS = [
  'bootcmd',
  'disk_setup',
  'fs_setup',
  'hostname',
  'mounts',
  'runcmd',
  'ssh_authorized_keys',
  'write_files',
];

/** The user data, or undefined if the renderer refuses the values with the one permitted error. */
function rendered(render: () => string): string | undefined {
  try {
    return render();
  } catch (error) {
    expect(error).toBeInstanceOf(Misconfigured);
    return undefined;
  }
}

/** Returns the number of runs that rendered user data. If the number is zero, the property proves nothing. */
async function ofEach<T>(
  given: fc.Arbitrary<T>,
  render: (value: T) => string,
  judge: (value: T, text: string) => Promise<void>,
) {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(given, async (value) => {
      const text = rendered(() => render(value));
      if (text === undefined) return;
      made += 1;
      await judge(value, text);
    }),
    RUNS,
  );
  return made;
}

describe('whatever the values of a machine are, PyYAML reads what was meant of', { timeout: PROPERTY_MS }, () => {
  test('a node with our user data', async () => {
    const made = await ofEach(anyInput, renderCloudInit, async (input, text) => {
      const config = await read(text);
      const { hostname, ssh_authorized_keys, mounts, write_files } = userData.parse(config);
      const { name, sshPublicKey, dataVolumes: volumes } = input.spec;
      expect(KEYS_OF_OURS).toEqual(expect.arrayContaining(Object.keys(z.looseObject({}).parse(config))));
      expect(hostname).toBe(name);
      expect(ssh_authorized_keys).toHaveLength(sshPublicKey === undefined ? 0 : 1);
      for (const key of ssh_authorized_keys) expect(key).toMatch(/^(ssh|ecdsa)-[a-z0-9-]+ [A-Za-z0-9+/=]+( [ -~]*)?$/);
      expect(mounts.map(([, place]) => place)).toEqual(volumes.map(({ mountPoint }) => mountPoint));
      expect(write_files.find(({ path }) => path.endsWith('/paddock-join'))?.content).toBe(joinScript(input));
    });
    expect(made).toBeGreaterThan(3);
  });

  test.each([
    ['microosVault', FROM_VAULT],
    ['ubuntuOwnJoin', FROM_USER_DATA],
    ['plainToken', FROM_USER_DATA],
  ] as const)('a node with the user data of the example %s', async (example, credential) => {
    const template = EXAMPLES[example];
    const plain = inputOf({ credential }, { name: 'standing-in', dataVolumes: [] });
    const shape = async () => Object.keys(z.looseObject({}).parse(await read(renderCloudInit(plain, template)))).sort();
    const keys = await shape();
    const made = await ofEach(
      anyInput,
      (input) => renderCloudInit({ ...input, credential }, template),
      async (input, text) => {
        const config = z.looseObject({}).parse(await read(text));
        const { name, sshPublicKey, dataVolumes: volumes } = input.spec;
        const added = [
          ...(sshPublicKey === undefined ? [] : ['ssh_authorized_keys']),
          ...(volumes.length === 0 ? [] : ['bootcmd', 'disk_setup', 'fs_setup', 'mounts']),
        ];
        expect(Object.keys(config).sort()).toEqual([...new Set([...keys, ...added])].sort());
        expect(userData.parse(config).hostname).toBe(name);
      },
    );
    expect(made).toBeGreaterThan(3);
  });

  test.each(['', EXAMPLES.loadBalancer])('a load balancer with the template %j', async (template) => {
    const anyBalancer = fc.record({ name: anyName, cidr: around('10.64.1.0/24'), sshPublicKey: anyKey });
    const made = await ofEach(
      anyBalancer,
      (input) => renderLoadBalancerCloudInit(input, template),
      async ({ name }, text) => {
        const { hostname, ssh_authorized_keys } = userData.parse(await read(text));
        expect([hostname, ssh_authorized_keys.length]).toEqual([name, 1]);
      },
    );
    expect(made).toBeGreaterThan(3);
  });
});

describe('a line separator in what was stored before', () => {
  const line = '\u2028bootcmd: [reboot]';
  const stored = { sshPublicKey: `${ADA_KEY}${line}` };

  test.each(['', ...Object.values(EXAMPLES).slice(0, 3)])(
    'keeps a node’s user data from being made: %#',
    (template) => {
      const credential = template.includes('{vault_addr}') ? FROM_VAULT : FROM_USER_DATA;
      const given = [
        inputOf({ credential }, stored),
        inputOf({ credential, rancherUrl: `https://rancher.example.org/${line}` }),
        inputOf({ credential }, { name: `c${line}` }),
        inputOf({ credential }, { dataVolumes: dataVolumes(1).map((one) => ({ ...one, mountPoint: `/data${line}` })) }),
      ];
      for (const input of given)
        expect(() => renderCloudInit(input, template)).toThrow(/^The user data of .* was not created/);
    },
  );

  test.each(['', EXAMPLES.loadBalancer])('keeps a load balancer’s user data from being made: %#', (template) => {
    const input = { name: 'k8s-lb-prod-1', cidr: '10.64.1.0/24', ...stored };
    expect(() => renderLoadBalancerCloudInit(input, template)).toThrow('was not created. Wrong values: sshPublicKey.');
  });

  test.each(['\u2028', '\u2029', '\u0085'])(
    'in a provider’s template keeps user data from being made: %j',
    (separator) => {
      const template = `#cloud-config\n# ours${separator}bootcmd: [reboot]\nfinal_message: done\n`;
      expect(() => renderCloudInit(inputOf(), template)).toThrow('a character that YAML parsers read differently');
    },
  );
});
