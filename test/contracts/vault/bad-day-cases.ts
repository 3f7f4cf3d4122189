import { afterEach, expect, test } from 'vitest';
import type { Simulator } from '../start-simulator.ts';
import type { OpenedVault } from './vault-under-test.ts';

export function badDayCases(subject: () => { opened: OpenedVault; simulator: Simulator }): void {
  afterEach(() => subject().simulator.clearFaults());
  const answering = (path: string, status: number, ...errors: string[]) =>
    subject().simulator.plan({ kind: 'status', path, status, body: { errors } });

  test('a Vault that is sealed is away, and says so', async () => {
    await answering('/sys/policy/', 503, 'Vault is sealed');
    await expect(subject().opened.vault.hasPolicy('default')).rejects.toMatchObject({
      name: 'BackendUnavailable',
      message: expect.stringMatching(/^Vault of rancher-1 answered findPolicy with 503: Vault is sealed/),
    });
  });

  test('a refusal carries Vault’s own words', async () => {
    await answering('/sys/policy/', 400, 'failed to parse policy', 'path "x": invalid capability');
    await expect(subject().opened.vault.putReadPolicy('x', 'y')).rejects.toMatchObject({
      name: 'BackendRejected',
      message: expect.stringContaining('failed to parse policy; path "x": invalid capability'),
    });
  });

  test('neither the token nor a secret is in a message, even if the answer quotes them', async () => {
    const { vault, backend } = subject().opened;
    await answering('/secret/data/', 400, `no good: registration-1 by ${backend.token}`);
    const refusal = vault.putSecret('rancher/cluster-x', { token: 'registration-1' });
    await expect(refusal).rejects.toMatchObject({ message: expect.stringContaining('no good: *** by ***') });
    await expect(refusal).rejects.not.toThrow(/registration-1/);
  });

  test('a check of a Vault that is sealed or not there says that of its host', async () => {
    await answering('/auth/token/lookup-self', 503, 'Vault is sealed');
    const sealed = await subject().opened.vault.check();
    expect(sealed).toEqual([{ option: 'vault_host', ok: false, message: expect.stringContaining('Vault is sealed') }]);
    await subject().simulator.plan({ kind: 'refuse', path: '/auth/token/lookup-self' });
    expect(await subject().opened.vault.check()).toMatchObject([{ option: 'vault_host', ok: false }]);
  });

  test.each([
    ['AppRole', 'sys/auth/approle', { type: 'approle' }, 'vault auth enable approle'],
    ['the secrets engine', 'sys/mounts/secret', { type: 'kv-v2' }, '-version=2 kv'],
  ])('a check names %s when it is not there, and how to enable it', async (_what, path, mount, command) => {
    const { vault, ask } = subject().opened;
    await ask('DELETE', path);
    const failures = (await vault.check()).filter(({ ok }) => !ok);
    await ask('POST', path, mount);
    expect(failures).toEqual([{ option: 'vault_host', ok: false, message: expect.stringContaining(command) }]);
    expect((await vault.check()).filter(({ ok }) => !ok)).toEqual([]);
  });

  test('a check names a secrets engine of another version', async () => {
    await subject().simulator.plan({
      ...{ kind: 'status', path: '/internal/ui/mounts/secret', status: 200 },
      body: { data: { type: 'kv', options: { version: '1' } } },
    });
    const failures = (await subject().opened.vault.check()).filter(({ ok }) => !ok);
    expect(failures).toMatchObject([{ option: 'vault_host', message: expect.stringContaining('version 2') }]);
  });
}
