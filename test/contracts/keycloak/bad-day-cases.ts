import { afterEach, expect, test } from 'vitest';
import type { Simulator } from '../start-simulator.ts';
import type { OpenedKeycloak } from './keycloak-under-test.ts';

/** Failures that only a simulator can produce. */
export function badDayCases(subject: () => { opened: OpenedKeycloak; simulator: Simulator }): void {
  afterEach(() => subject().simulator.clearFaults());

  test('a Keycloak that is not there is distinguished from one that is in disorder, by the check as well', async () => {
    const { opened, simulator } = subject();
    await simulator.plan({ kind: 'refuse', path: '/protocol/openid-connect/token' });
    const { keycloak } = await opened.open();
    await expect(keycloak.findUser('olga')).rejects.toMatchObject({ name: 'BackendUnavailable' });
    expect(await keycloak.check()).toMatchObject([{ option: 'keycloak_url', ok: false }]);
    await simulator.clearFaults();
    await simulator.plan({ kind: 'status', path: '/groups', status: 503 });
    const checks = await keycloak.check();
    expect(checks.filter(({ ok }) => !ok)).toMatchObject([
      { option: 'keycloak_url', message: expect.stringContaining('503') },
    ]);
  });

  test('neither password nor token is in a message, even if the answer quotes them', async () => {
    const { opened, simulator } = subject();
    const { password } = opened.backend.admin;
    const quote = { error: 'invalid_request', error_description: `no good: ${password}` };
    await simulator.plan({ kind: 'status', path: '/protocol/openid-connect/token', status: 401, body: quote });
    const { keycloak } = await opened.open();
    await expect(keycloak.findUser('olga')).rejects.toMatchObject({ message: expect.stringContaining('no good: ***') });
    await expect(keycloak.findUser('olga')).rejects.not.toThrow(password);
  });

  test('a group that was answered without its place counts as not made, and is tried again', async () => {
    const { opened, simulator } = subject();
    await simulator.plan({ kind: 'status', path: '/groups/$', status: 201 });
    const made = opened.keycloak.createTopGroup({ name: 'c_x', attributes: {} });
    await expect(made).rejects.toMatchObject({ name: 'BackendUnavailable' });
  });
}
