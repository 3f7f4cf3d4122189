import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTimeToLiveCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { SEGMENTS_OF } from '#functions/api/segments';
import { apiClient } from '#infra/local/api-client';
import type { Person } from '#infra/local/endpoints';
import { type LocalCloud, startLocalCloud } from '#infra/local/local-cloud';
import { localHome, localLogDir } from '#infra/local/local-settings';
import { probeClient } from './probe-stack.ts';
import { answeredByOthers, answersByBoth } from './routes-by-slash.ts';
import { accepts, runningWith } from './running.ts';

// A separate folder for temporary files. The test checks that the folder is empty at the end.
const folder = mkdtempSync(join(tmpdir(), 'paddock-test-'));
const logDir = localLogDir('test-local-cloud');
let cloud: LocalCloud | undefined;

beforeAll(async () => {
  vi.stubEnv('TMPDIR', folder);
  cloud = await startLocalCloud({ home: localHome(), logDir });
}, 180_000);

afterAll(async () => {
  await cloud?.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function endpoints() {
  if (!cloud) throw new Error('the local cloud has not started');
  return cloud.endpoints;
}

test.each<Person>(['staff', 'owner', 'manager', 'member', 'outsider'])('the token of %s is theirs', async (person) => {
  const { api, tokens } = endpoints();
  expect(await apiClient(api, tokens[person]).get('users/me/', z.object({ username: z.string() }))).toEqual({
    username: person,
  });
});

test('the sample data has what an order needs, and the outsider sees none of it', async () => {
  const { api, tokens, sample } = endpoints();
  expect(sample.subnets).toHaveProperty('private-subnet');
  expect(sample.flavors).toHaveProperty('m1.medium');
  const uuids = z.array(z.object({ uuid: z.string() }));
  expect(await apiClient(api, tokens.owner).get('projects/', uuids)).toEqual([{ uuid: sample.project }]);
  expect(await apiClient(api, tokens.outsider).get('projects/', uuids)).toEqual([]);
});

test('every table expires rows, though the emulator drops what the template says about it', async () => {
  const db = new DynamoDBClient(probeClient(endpoints().aws));
  const { TableNames } = await db.send(new ListTablesCommand({}));
  const described = (TableNames ?? []).map((TableName) => db.send(new DescribeTimeToLiveCommand({ TableName })));
  const states = (await Promise.all(described)).map((it) => it.TimeToLiveDescription?.TimeToLiveStatus);
  expect(states).toEqual(['ENABLED', 'ENABLED']);
});

test('every route is answered by the same function with and without a slash at its end', async () => {
  const { api, aws, tokens } = endpoints();
  const answers = await answersByBoth(api, tokens.staff);
  expect(answers.length).toBeGreaterThan(150);
  expect(answers.filter(([, bare, slashed]) => bare !== slashed)).toEqual([]);
  // These routes answer with HTML, even for an object that does not exist. No other route answers with HTML.
  const pages = answers.filter(([, bare]) => bare.includes('text/html')).map(([address]) => address);
  const anyUuid = '0123456789abcdef'.repeat(2);
  const mailed = `hooks-email/${anyUuid}`;
  expect(pages).toEqual([
    'GET /api/docs',
    `GET /api/user-invitations/${anyUuid}/accept`,
    ...[`GET /api/${mailed}/confirm`, `GET /api/${mailed}/stop`, `POST /api/${mailed}/stop`],
  ]);
  // A function's last log line may arrive only with its next line, so each function is called again.
  const others = async () => {
    for (const segment of Object.values(SEGMENTS_OF).map(([first]) => first)) await fetch(`${api}/api/${segment}`);
    return answeredByOthers(aws, 'local');
  };
  await expect.poll(others).toEqual([]);
}, 120_000);

test('when it is stopped no process, port or folder is left', async () => {
  const { api, aws, rancher, vault, keycloak, argocd, vm_runner, openstack } = endpoints();
  expect(runningWith(folder)).not.toEqual([]);

  await cloud?.stop();

  const urls = [api, aws, rancher, vault, keycloak, argocd, vm_runner, ...Object.values(openstack)];
  expect(await Promise.all(urls.map((url) => accepts(Number(new URL(url).port))))).toEqual(urls.map(() => false));
  await expect.poll(() => runningWith(folder), { interval: 20 }).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a start that is given up leaves nothing either', async () => {
  const given = new AbortController();
  const starting = startLocalCloud({ home: localHome(), logDir, signal: given.signal, log: () => given.abort() });
  await expect(starting).rejects.toThrow();
  await expect.poll(() => runningWith(folder), { interval: 20 }).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
}, 60_000);
