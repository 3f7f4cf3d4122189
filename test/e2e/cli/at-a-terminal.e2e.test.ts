import { afterAll, beforeAll, expect, test } from 'vitest';
import { backendsAtRest, LETS_GO, stateOfBackends } from '../_worlds/backends.ts';
import { ownCloud } from '../_worlds/own-cloud.ts';
import { aPaddockHome, type PaddockHome, SCRIPT } from './run-paddock.ts';

const { endpoints } = ownCloud();
const CTRL_C = '\u0003';
const PLACE = ['--offering', 'Kubernetes, self-managed', '--tenant', 'demo', '--servers', '1', '--agents', '1'];
let at: PaddockHome;
let before: unknown;
beforeAll(async () => {
  before = await backendsAtRest(endpoints);
  at = await aPaddockHome();
  await at.paddock(['login', endpoints.api, '--token-stdin'], { input: endpoints.tokens.owner });
});
afterAll(() => at.close());

test.runIf(SCRIPT !== undefined)(
  'a person leaves a cluster alone while it is made, comes back, upgrades it, and deletes it by its name',
  async () => {
    const left = await at.onTerminal(['create', 'typed', ...PLACE, '--wait'], [[/CREATING/, CTRL_C]]);
    expect(left).toMatch(/typed is ordered\..*The work goes on. Run `paddock wait typed` to follow it again\.\n$/s);
    expect(left).toContain('\r\u001b[K');
    const back = await at.paddock(['wait', 'typed']);
    expect(back).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Cluster typed is OK .* 2 nodes\.\n$/) });
    expect(back.stderr).not.toContain('\u001b');
    expect(await at.onTerminal(['list'])).toContain('\u001b[32mOK\u001b[0m');
    expect(await at.onTerminal(['list'], [], { NO_COLOR: '1' })).not.toContain('\u001b');

    const upgrade = ['upgrade', 'typed', '--version', 'v1.32.3+rke2r1'];
    expect(await at.paddock([...upgrade, '--plan'])).toMatchObject({
      ...{ code: 0, stdout: expect.stringMatching(/^v1\.31\.7\+rke2r1 to v1\.32\.3\+rke2r1\n.*Warning: /s) },
    });
    expect(await at.paddock([...upgrade, '--wait'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('v1.32.3'),
    });

    expect((await at.paddock(['hibernate', 'typed', '--wait'])).code).toBe(0);
    expect((await at.paddock(['describe', 'typed'])).stdout).toContain('Hibernation: HIBERNATED');
    expect((await at.paddock(['wake', 'typed', '--wait'])).code).toBe(0);

    const kept = await at.onTerminal(['delete', 'typed'], [[/Name of the cluster: /, 'yes']]);
    expect(kept).toMatch(/This deletes typed in Sample project, 2 nodes, .*Nothing was deleted\.\n$/s);
    const gone = await at.onTerminal(['delete', 'typed', '--wait'], [[/Name of the cluster: /, 'typed']]);
    expect(gone).toMatch(/typed is deleted\.\n$/);
    await expect.poll(() => stateOfBackends(endpoints), LETS_GO).toEqual(before);
  },
);

test('a time that is over ends with a status of its own, and the cluster is made all the same', async () => {
  const ended = await at.paddock(['create', 'too-late', ...PLACE, '--wait', '--timeout', '1s']);
  expect(ended).toMatchObject({ code: 6, stderr: expect.stringContaining('too-late was not OK within 1s.') });
  expect((await at.paddock(['wait', 'too-late'])).code).toBe(0);
  expect((await at.paddock(['delete', 'too-late', '--yes', '--wait'])).code).toBe(0);
});
