import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Verdict } from '../judge.ts';
import { matrixOf, nameOf, type Position } from '../matrix.ts';
import { type Kept, keptResults } from './kept-results.ts';
import { repeatWith, startReport } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'paddock-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const positions: Position[] = [1, 2].map((nth) => ({
  mode: 'self-managed',
  askers: [],
  ...{ phase: 'creation', simulator: 'openstack', method: 'POST', route: '/compute/v2.1/servers', nth },
  ...{ step: 'openstack.ensureServer', firstTimeOnly: false },
}));
const all = matrixOf(positions);

function reported(verdicts: Verdict[], kept?: Kept) {
  const file = join(folder, 'nested', 'faults.json');
  const report = startReport({
    recording: { positions, shapes: { 'self-managed': {}, managed: {}, pools: {}, 'cluster-api': {} } },
    all,
    cases: all,
    selection: {},
    file,
    ...(kept && { kept }),
  });
  const lines = verdicts.map((verdict, at) => {
    const one = all[at];
    if (!one) throw new Error('more verdicts than cases');
    return report.add({ one, name: nameOf(one), verdict, seconds: 1, problems: verdict === 'failed' ? ['two'] : [] });
  });
  return { lines: lines.flat(), report, saved: () => JSON.parse(readFileSync(file, 'utf8')) };
}

test('what is done so far can be read at any moment, with what is left', () => {
  const { lines, saved } = reported(['ok', 'failed']);
  expect(saved()).toMatchObject({
    sizes: { positions: 2, kinds: 15, cases: 22, chosen: 22 },
    figures: { ok: 1, failed: 1 },
    results: [{ verdict: 'ok' }, { verdict: 'failed', problems: ['two'], step: 'openstack.ensureServer' }],
  });
  expect(lines.at(-1)).toBe('    two');
  expect(lines[0]).toMatch(/^1\/22, [\d.]+ min left: ok 1 s {2}creation openstack POST .* #1 refuse$/);
});

test('a run that goes on with the one before keeps what that has shown, but for what failed and what there is no more', () => {
  const before = reported(['failed', 'ok', 'ok']);
  before.report.finish();
  const file = join(folder, 'nested', 'faults.json');
  const kept = keptResults(file, all.slice(0, 2));
  expect(kept.results.map(({ name }) => name)).toEqual(all.slice(1, 2).map(nameOf));
  const { lines, saved } = reported(['ok'], kept);
  expect(lines[0]).toMatch(/^2\/22, /);
  expect(saved()).toMatchObject({ figures: { ok: 2, failed: 0 } });
  expect(() => keptResults(join(folder, 'nothing.json'), all)).toThrow('run this without --resume');
});

test('the end has a table of services and kinds, the size, and the command that repeats each red case', () => {
  const { summary, red } = reported(['ok', 'failed', 'not-struck']).report.finish();
  expect(red).toEqual(['creation openstack POST /compute/v2.1/servers #1 lose']);
  expect(summary).toContain('2 positions, 15 kinds: 22 cases that can occur');
  expect(summary).toMatch(/creation Nova +2 +1\?1 +1!\?1 +\?2/);
  expect(summary).toContain(`npm run test:faults -- --only 'creation openstack POST /compute/v2.1/servers #1 lose'`);
  const table = readFileSync(join(folder, 'nested', 'faults.md'), 'utf8');
  expect(table).toContain('| creation Nova `POST /compute/v2.1/servers` (openstack.ensureServer) | 2 | 1?1 | 1!?1 |');
});

test.each([
  ['deletion vault', ''],
  ['managed creation vault', '--managed '],
  ['managed add-agent rancher', '--nodes --managed '],
  ['replace-server rancher', '--replacements '],
  ['upgrade-check rancher', '--upgrades '],
  ['upgrade rancher', '--upgrades '],
  ['wake rancher', '--hibernation '],
  ['rotation-check rancher', '--rotation '],
  ['app-rollback rancher', '--applications '],
  ['project-members keycloak', '--projects '],
  ['pools creation rancher', '--pools '],
  ['pools scale-up rancher', '--pools '],
])('a case of %s is repeated with the flags %s', (phase, flags) => {
  const name = `${phase} GET /r #1 500`;
  expect(repeatWith(name)).toBe(`npm run test:faults -- ${flags}--only '${name}'`);
});
