import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '#test/cloud-init-examples';
import { installedTool } from '#test/programs/installed-tool';
import { cloudInitVerdicts, scriptsIn } from '#test/programs/user-data-judges';
import { ADA_KEY } from '#test/ssh-keys';
import { fileWriter } from '#test/written-files';
import { renderLoadBalancerCloudInit } from './load-balancer-cloud-init.ts';

/** The user data of every kind of load balancer, by file name. */
const RENDERINGS = ['', EXAMPLES.loadBalancer].flatMap((template) =>
  [undefined, ADA_KEY].map((sshPublicKey): [string, string] => [
    `${template === '' ? 'ours' : 'example'} ${sshPublicKey ? 'key' : 'no-key'}.yaml`,
    renderLoadBalancerCloudInit(
      { name: 'k8s-lb-prod-1', cidr: '10.64.1.0/24', ...(sshPublicKey !== undefined && { sshPublicKey }) },
      template,
    ),
  ]),
);
const SCRIPTS = scriptsIn(RENDERINGS.map(([, text]) => text));

const write = fileWriter();
const scriptFiles = () => write(SCRIPTS.map((script, index) => [`${index}.sh`, script]));

const cloudInit = installedTool('cloud-init');
test.skipIf(cloudInit === undefined)(
  'cloud-init itself accepts every load balancer’s user data, ours and a template’s (S0-328)',
  () => {
    const found = cloudInitVerdicts(cloudInit ?? '', write(RENDERINGS));
    expect(found).toHaveLength(4);
    expect(found.filter(([, code, said]) => code !== 0 || !said.includes('Valid'))).toEqual([]);
  },
  30_000,
);

const shellcheck = installedTool('shellcheck');
test.skipIf(shellcheck === undefined)('shellcheck finds nothing in the script that starts HAProxy', () => {
  expect(SCRIPTS).toHaveLength(1);
  expect(spawnSync(shellcheck ?? '', scriptFiles(), { encoding: 'utf8' }).stdout).toBe('');
});

describe('the script that starts HAProxy', () => {
  test('is one that bash reads', () => {
    for (const path of scriptFiles()) {
      const { status, stderr } = spawnSync('bash', ['-n', path], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    }
  });
});
