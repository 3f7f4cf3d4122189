import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inputOf } from '#test/builders/user-data-inputs';
import { installedTool } from '#test/programs/installed-tool';
import { orderCluster, startRancher, type TestRancher } from '#test/simulators/rancher/_core/rancher-client';
import { startVault, type TestVault } from '#test/simulators/vault/vault-client';
import { vaultCredential } from '#test/vault-credential';
import type { JoinCredential, UserDataInput } from '../user-data-input.ts';
import { joinScript } from './join-script.ts';

// A real shell with a real curl runs the script. The script's changes to the machine go into a folder or are discarded.
const curl = installedTool('curl');

let machine: string;
let rancher: TestRancher;
let vault: TestVault;
let registrationToken: string;
beforeEach(async () => {
  machine = mkdtempSync(join(tmpdir(), 'machine-'));
  mkdirSync(join(machine, 'bin'));
  [rancher, vault] = await Promise.all([startRancher(), startVault()]);
  ({ token: registrationToken } = await orderCluster(rancher));
});
afterEach(async () => {
  await Promise.all([rancher.close(), vault.close()]);
  rmSync(machine, { recursive: true });
});

/**
 * Wraps a program. The wrapper records the program's arguments, which `ps` would show, and then runs the real program.
 */
function watch(name: string, real: string): void {
  const script = `#!/bin/sh\n[ -n "$RANCHERS_OWN" ] || printf '%s\\n' "${name} $*" >> ${machine}/ps\n`;
  const own = name === 'sh' ? 'export RANCHERS_OWN=1\n' : '';
  writeFileSync(join(machine, 'bin', name), `${script}${own}exec ${real} "$@"\n`, { mode: 0o755 });
}

/** Runs the script as on a machine, but with a pause of only one second between two attempts. */
async function run(credential: JoinCredential, fields: Partial<UserDataInput> = {}) {
  for (const name of ['modprobe', 'sysctl', 'systemctl']) cpSync('/bin/true', join(machine, 'bin', name));
  watch('curl', curl ?? '');
  watch('sh', '/bin/sh');
  const input = inputOf({
    rancherUrl: rancher.url,
    caChecksum: '',
    phoneHomeUrl: `${rancher.url}/home`,
    ...fields,
    credential,
  });
  const script = joinScript(input)
    .replaceAll(/\/(etc\/paddock|opt\/rke2_storage|usr\/local\/sbin)/g, `${machine}/$1`)
    .replaceAll('--retry 30 --retry-delay 10', '--retry 3 --retry-delay 1');
  const path = join(machine, 'usr/local/sbin/paddock-join');
  mkdirSync(join(machine, 'usr/local/sbin'), { recursive: true });
  writeFileSync(path, script, { mode: 0o700 });
  const env = { PATH: `${machine}/bin:${process.env.PATH}`, RANCHERS_OWN: '' };
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(path, { env }, (error, _out, said) => resolve({ code: error ? Number(error.code) : 0, said }));
  });
}

const requests = async (url: string, path: string) => {
  const counted = z.array(z.object({ method: z.string(), path: z.string(), count: z.number() }));
  const all = counted.parse(await (await fetch(`${url}/_sim/requests`)).json());
  return all.filter((one) => one.path === path).reduce((sum, { count }) => sum + count, 0);
};
/** All files that remain on the machine's disk, and all arguments that `ps` could have shown. */
const traces = (): string =>
  readdirSync(machine, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('bin'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

describe.skipIf(curl === undefined)('the join script, run (apt-get install curl)', () => {
  test('joins with the token of its user data, phones home, and leaves no secret behind or in sight', async () => {
    expect(await run({ from: 'user-data', registrationToken })).toEqual({ code: 0, said: expect.any(String) });
    expect(await rancher.registered()).toMatchObject([{ requestedHostname: 'c-rancher-node-server-1' }]);
    expect(await requests(rancher.url, '/home')).toBe(1);
    expect(existsSync(join(machine, 'usr/local/sbin/paddock-join'))).toBe(false);
    expect(traces()).toContain('curl --fail');
    for (const secret of [registrationToken, 'phone-home-token']) expect(traces()).not.toContain(secret);
  });

  test('logs in to Vault, reads the token with the one use it has, and joins (S0-189, S0-192)', async () => {
    const credential = await vaultCredential(vault, registrationToken);
    expect(await run(credential)).toEqual({ code: 0, said: expect.any(String) });
    expect(await rancher.registered()).toMatchObject([{ requestedHostname: 'c-rancher-node-server-1' }]);
    const { roleId, secretId } = credential;
    for (const secret of [roleId, secretId, registrationToken, 'hvs.']) expect(traces()).not.toContain(secret);
  });

  test('gives up at once, saying why, where its secret id has been used', async () => {
    const credential = await vaultCredential(vault, registrationToken);
    await run(credential);
    const { code, said } = await run(credential);
    expect([code, said]).toEqual([1, expect.stringContaining('Vault does not let this machine in')]);
    expect(await requests(vault.url, '/v1/auth/approle/login')).toBe(2);
    expect(traces()).not.toContain(credential.secretId);
  });

  test('says so where the token may not be read', async () => {
    const { said } = await run({
      ...(await vaultCredential(vault, registrationToken)),
      secretPath: 'rancher/cluster-2',
    });
    expect(said).toContain('Vault does not give out the registration token');
    expect(await rancher.registered()).toEqual([]);
  });

  test('tries again where Vault is not ready yet', async () => {
    const credential = await vaultCredential(vault, registrationToken);
    const fault = { method: 'POST', path: 'approle/login', nth: 1, kind: 'status', status: 503 };
    await fetch(`${vault.url}/_sim/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    expect(await run(credential)).toMatchObject({ code: 0 });
    expect(await requests(vault.url, '/v1/auth/approle/login')).toBe(2);
  });

  test('does not join a machine before its data volume is mounted', async () => {
    const { spec } = inputOf({}, { dataVolumes: [{ sizeMb: 1024, mountPoint: "/data/it's", filesystem: 'ext4' }] });
    const { code, said } = await run(await vaultCredential(vault, registrationToken), { spec });
    expect([code, said]).toEqual([1, "paddock-join: no volume is mounted at /data/it's\n"]);
    expect(await requests(vault.url, '/v1/auth/approle/login')).toBe(0);
  });

  test('spends no secret id where Rancher’s certificate is not the expected one', async () => {
    const { code } = await run(await vaultCredential(vault, registrationToken), { caChecksum: '0'.repeat(64) });
    expect(code).not.toBe(0);
    expect(await requests(vault.url, '/v1/auth/approle/login')).toBe(0);
  });
});
