import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, UpdateStackCommand, waitUntilStackUpdateComplete } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { KEPT_UNDER, type Kept, keptSettings } from '#infra/config/kept-settings';
import { readDeployed } from '#infra/ops/deployed-settings';
import { runOps } from '#test/programs/run-ops';
import { createProbeStack, probeClient } from './probe-stack.ts';

// This test uses a minimal stack. Tests of the template and of the deployed stage show that a whole stage keeps its
// settings.
const endpoint = inject('awsEndpoint');
const config = probeClient(endpoint);
const stage = `kept${process.pid}`;
const StackName = `paddock-${stage}`;
const folder = mkdtempSync(join(tmpdir(), 'paddock-kept-'));
const file = join(folder, `paddock.${stage}.yaml`);
const lines = {
  alarmEmail: 'alarmEmail: ops@example.org',
  alarmUrl: 'alarmUrl: https://events.example.org/the-key',
  sessionHours: 'sessionHours: 4',
};
const given = keptSettings({
  alarmEmail: 'ops@example.org',
  alarmUrl: 'https://events.example.org/the-key',
  sessionHours: 4,
});

const resources = (kept: Kept) => ({ Topic: { Type: 'AWS::SNS::Topic', Metadata: { [KEPT_UNDER]: kept } } });
beforeAll(() => createProbeStack(endpoint, StackName, resources({ stage, ...given })), 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a deployment with these settings in the file. The deployment must be refused. */
function refusedWith(names: readonly (keyof typeof lines)[], ...flags: string[]) {
  writeFileSync(file, names.map((name) => `${lines[name]}\n`).join(''));
  return runOps(endpoint, 'deploy', '--config', file, ...flags);
}

test('a stage that was never deployed has lost nothing', async () => {
  expect(await readDeployed(`${stage}-not`, config)).toEqual({ isThere: false });
});

test('what a stage was given is read back from its stack', async () => {
  expect(await readDeployed(stage, config)).toEqual({ isThere: true, kept: { stage, ...given } });
});

test('what is kept changes with a deployment that changes nothing else', async () => {
  const name = `paddock-${stage}-second`;
  await createProbeStack(endpoint, name, resources({ stage, sessionHours: 4 }));
  const client = new CloudFormationClient(config);
  const TemplateBody = JSON.stringify({ Resources: resources({ stage }) });
  await client.send(new UpdateStackCommand({ StackName: name, TemplateBody }));
  await waitUntilStackUpdateComplete({ client, maxWaitTime: 30, minDelay: 0.1, maxDelay: 0.5 }, { StackName: name });
  expect(await readDeployed(`${stage}-second`, config)).toEqual({ isThere: true, kept: { stage } });
});

test('a deployment from an empty shell without a file is refused and names every setting', async () => {
  const { code, said } = await runOps(endpoint, 'deploy', '--stage', stage);
  expect(code).toBe(1);
  expect(said).toContain(`Nothing was changed: stage ${stage} was deployed with settings that are not given now.`);
  for (const [name, variable] of [
    ['alarmEmail', 'PADDOCK_ALARM_EMAIL'],
    ['alarmUrl', 'PADDOCK_ALARM_URL'],
    ['sessionHours', 'PADDOCK_SESSION_HOURS'],
  ])
    expect(said).toMatch(new RegExp(`${name} \\(${variable}\\) was .*--drop ${name}`));
  expect(said).toContain(`npm run diff -- --stage ${stage} --write`);
  expect(said).not.toContain('the-key');
});

test('a deployment with a file that lost a setting is refused, but for what may be dropped', async () => {
  const { code, said } = await refusedWith(['alarmUrl'], '--drop', 'sessionHours');
  expect(code).toBe(1);
  expect(said).toMatch(/alarmEmail \(PADDOCK_ALARM_EMAIL\) was "ops@example.org"/);
  expect(said).not.toContain('sessionHours');
});

test('a name of --drop that is no lost setting is refused', async () => {
  const { code, said } = await refusedWith(['alarmUrl', 'sessionHours'], '--drop', 'alarmEmial');
  expect(code).toBe(1);
  expect(said).toContain('--drop alarmEmial: the deployment loses no setting of this name; did you mean alarmEmail?');
});

test('a file with faults is refused with a line for each, and without a trace of the program', async () => {
  writeFileSync(file, 'sessionHours: 30\nalarmEmial: ops@example.org\n');
  const { code, said } = await runOps(endpoint, 'deploy', '--config', file);
  expect(code).toBe(1);
  expect(said.trim().split('\n')).toEqual([
    `The configuration is not valid (stage ${stage}):`,
    `  "alarmEmial" in ${file}, line 2 is not a setting: did you mean alarmEmail?`,
    `  sessionHours is 30 in ${file}, line 1; expected a whole number from 1 to 24.`,
  ]);
});

test('a field of the command line that is none is refused', async () => {
  const { code, said } = await runOps(endpoint, 'deploy', '--stage', stage, '--context', 'alarmEmial=ops@example.org');
  expect(code).toBe(1);
  expect(said).toContain('did you mean alarmEmail?');
});

test('a file is written from what is deployed, once', async () => {
  rmSync(file, { force: true });
  const write = () => runOps(endpoint, 'diff', '--stage', stage, '--config', file, '--write');
  expect(await write()).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toMatch(
    new RegExp(`\nstage: ${stage}\nsessionHours: 4\nalarmEmail: "ops@example.org"\n# alarmUrl: `),
  );
  const again = await write();
  expect(again.code).toBe(1);
  expect(again.said).toContain('already exists');
});
