import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownCloud } from './_worlds/own-cloud.ts';
import { type BusEvents, listenToBus } from './secrets/bus-events.ts';
import { callers } from './secrets/callers.ts';
import { executions, taskTokens } from './secrets/executions.ts';
import { type Finding, type KnownSecret, type Place, secretFinder } from './secrets/find-secrets.ts';
import {
  exchanged,
  type FullRun,
  orderWithoutVault,
  refusedCredentials,
  retriedOrder,
  startFullRun,
  WITHOUT_VAULT,
} from './secrets/full-run.ts';
import { deadLetters, functions, logs, rows, stream } from './secrets/places-of-aws.ts';
import { recordReplies } from './secrets/record-replies.ts';

const { endpoints, logDir } = ownCloud();
let recorded: ReturnType<typeof recordReplies>;
let bus: BusEvents;
let run: FullRun;
let cluster: string;
let secrets: KnownSecret[];
let places: Place[];

/**
 * The minimum number of different secrets of each kind. If the search knew no secrets, the test would prove nothing.
 */
const MIN: Readonly<Record<string, number>> = {
  ...{ 'stored rancher password': 3, 'stored rancher privateRegistryPassword': 1, 'stored webhook secret': 1 },
  ...{ 'stored openstack password': 1, 'stored openstack secret': 2, 'stored vault token': 2 },
  ...{ 'stored keycloak password': 2, 'stored argocd kubeconfig': 1, 'stored registration token': 1 },
  // `rancher token` includes the key for Argo CD. It also includes two tokens for each of two clusters: the
  // registration token and its replacement. `argocd authorization` is Paddock's own token for Argo CD.
  ...{ 'rancher token': 5, 'argocd authorization': 1, 'rancher authorization': 2 },
  ...{ 'vault secret_id': 3, 'vault client_token': 3, 'vault x-vault-token': 4 },
  ...{ 'openstack x-subject-token': 5, 'openstack adminPass': 5, 'keycloak access_token': 1 },
  ...{ 'phone-home token': 5, 'API token': 6, 'refused credential': 6, 'task token': 4 },
};

/**
 * The places where a secret may occur, with reasons. A secret in any other place is a leak. On AWS, the histories of
 * Step Functions also contain task tokens.
 */
const BELONGS: readonly [kind: RegExp, place: RegExp, why: string][] = [
  [/^task token$/, /^(row|stream) WAIT$/, 'who wakes the machine reads it there'],
  [/^API token$/, /^reply to POST \/api\/api-tokens\/$/, 'it is shown once, to the user whom it is made for'],
  [/^phone-home token$/, /^user data of /, 'a machine shows it once'],
  [/^vault secret_id$/, /^user data of with-secrets-/, 'it works once'],
  [
    /^(rancher (token|authorization)|stored registration token)$/,
    new RegExp(`^user data of ${WITHOUT_VAULT}-`),
    'without Vault there is no other way, and it is replaced once the cluster is made',
  ],
];
const belongs = (finding: Finding) =>
  BELONGS.some(([kind, place]) => kind.test(finding.kind) && place.test(finding.place));

/**
 * The logs of simulators are left out, because simulators print their own credentials. All other logs in the folder
 * come from the product and its deployment.
 */
function logFiles(): Place[] {
  const ofSimulators = ['rancher', 'openstack', 'vault', 'keycloak', 'argocd', 'vm-runner'].map(
    (name) => `${name}.log`,
  );
  const files = readdirSync(logDir).filter((file) => !ofSimulators.includes(file));
  return files.map((file) => ({ name: `file ${file}`, text: readFileSync(join(logDir, file), 'utf8') }));
}

beforeAll(async () => {
  recorded = recordReplies(endpoints.api);
  bus = await listenToBus(endpoints);
  run = await startFullRun(endpoints);
  const ofCallers = await callers(run);
  await refusedCredentials(run);
  [cluster] = await Promise.all([retriedOrder(run), orderWithoutVault(run)]);
  const ofAws = [executions, logs, functions, rows, stream, deadLetters].map((read) => read(endpoints));
  const written = (await Promise.all([...ofAws, bus.received()])).flat();
  places = [...run.places, ...recorded.replies, ...written, ...logFiles()];
  secrets = [...ofCallers, ...run.secrets, ...(await exchanged(run)), ...taskTokens(written)];
}, 300_000);
afterAll(async () => {
  recorded.end();
  await Promise.all([run.stop(), bus.end()]);
});

test('secrets of every kind were in play', () => {
  const kinds = Map.groupBy(secrets, ({ kind }) => kind);
  const count = (kind: string) => new Set((kinds.get(kind) ?? []).map(({ value }) => value)).size;
  const tooFew = Object.entries(MIN).filter(([kind, least]) => count(kind) < least);
  expect(tooFew.map(([kind, least]) => `${kind}: ${count(kind)} instead of ${least}`)).toEqual([]);
});

test('what is searched is full of the run: logs, histories, events, replies, rows that are and that were, user data', () => {
  const about = (name: RegExp) => places.filter((place) => name.test(place.name) && place.text.includes(cluster));
  const ofLogs = ['lambda/e2e-steps', 'lambda/e2e-dispatcher', 'lambda/e2e-api'];
  const written = [
    ...ofLogs.map((name) => `^log /aws/${name}$`),
    '^file emulator.log$',
    '^function e2e-steps-records$',
  ];
  const silent = written.filter((name) => !places.some((it) => new RegExp(name).test(it.name) && it.text !== ''));
  expect(silent).toEqual([]);
  const filled = [/^log .*e2e-steps$/, /^execution e2e-create/, /^history Task/, /^event$/, /^reply to GET/, /^row /];
  const former = [/^stream (OUTBOX|CLUSTER|NODE|EVENT)$/, /^stream WAIT$/, /^stream PHONE_HOME$/];
  expect([...filled, ...former].filter((name) => about(name).length === 0)).toEqual([]);
  expect(places.filter(({ name }) => name.startsWith('user data of ')).length).toBeGreaterThanOrEqual(5);
});

test('no secret is where it does not belong: not as it is, not encoded, not its half', () => {
  const find = secretFinder(secrets);
  const findings = places.flatMap(find);
  expect(findings.filter((finding) => !belongs(finding))).toEqual([]);
  const unused = BELONGS.filter(([kind, place]) => !findings.some((it) => kind.test(it.kind) && place.test(it.place)));
  expect(unused).toEqual([]);
});

test.each([
  ['as it is', (value: string) => value],
  ['in JSON that is text in JSON', (value: string) => JSON.stringify(JSON.stringify({ value }))],
  ['in a URL', (value: string) => `?token=${encodeURIComponent(value)}`],
  ['encoded with what it is used with', (value: string) => Buffer.from(`a user:${value}`).toString('base64')],
  ['encoded for a URL', (value: string) => Buffer.from(`{"token":"${value}"}`).toString('base64url')],
])('a secret of any kind that had leaked %s would have been found', (_how, leak) => {
  const find = secretFinder(secrets);
  const overlooked = secrets.filter(({ kind, value }) => {
    const text = `{"message":"step failed","error":"${leak(value)}"}`;
    return value.length >= 10 && !find({ name: 'a log', text }).some((finding) => finding.kind === kind);
  });
  expect(overlooked.map(({ kind }) => kind)).toEqual([]);
});
