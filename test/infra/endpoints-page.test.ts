import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sourceFiles } from '#test/architecture/source-files';
import { roleStatements } from './role-statements.ts';
import { synth } from './synth.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/networks.md'), 'utf8');

/** The services that Lambda itself uses from outside the VPC, for log lines, traces and failed events. */
const BY_LAMBDA_ITSELF = new Set(['logs', 'xray', 'sqs']);

/**
 * Maps the prefix of a service's IAM actions to the name of the service's VPC endpoint, if the names differ. DynamoDB
 * Streams shares the prefix `dynamodb` with DynamoDB, so the key is the API's name instead.
 */
const ENDPOINT_OF: Readonly<Record<string, string>> = { ses: 'email', 'dynamodb streams': 'dynamodb-streams' };

/** Maps the prefix of a service's IAM actions to the name of the service's SDK client, if the names differ. */
const CLIENT_OF: Readonly<Record<string, string>> = {
  events: 'eventbridge',
  secretsmanager: 'secrets-manager',
  states: 'sfn',
  ses: 'sesv2',
  'dynamodb streams': 'dynamodb-streams',
};

const STREAM_ACTIONS = /^dynamodb:(ListStreams|DescribeStream|GetRecords|GetShardIterator)$/;
const serviceOf = (action: string): string =>
  STREAM_ACTIONS.test(action) ? 'dynamodb streams' : (action.split(':')[0] ?? '');

let services: string[];
beforeAll(() => {
  const template = synth({ PADDOCK_MAIL_FROM: 'paddock@example.org' });
  const ofFunctions = roleStatements(template).filter(({ role }) => !/^(Workflows|Gateway)/.test(role));
  const all = new Set(ofFunctions.map(({ action }) => serviceOf(action)));
  services = [...all].filter((service) => !BY_LAMBDA_ITSELF.has(service)).sort();
}, 60_000);

test('the page names the endpoint of every service that a function may call, and no other', () => {
  const named = [...page.matchAll(/^\| `com\.amazonaws\.<region>\.([a-z0-9-]+)` \|/gm)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual(services.map((service) => ENDPOINT_OF[service] ?? service).sort());
});

test('the code has a client for each of them and for no other service', () => {
  const code = sourceFiles()
    .filter((file) => /^(shared|functions)\//.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const clients = new Set(
    code.flatMap((text) => [...text.matchAll(/@aws-sdk\/client-([a-z0-9-]+)/g)].map((it) => it[1])),
  );
  expect([...clients].sort()).toEqual(services.map((service) => CLIENT_OF[service] ?? service).sort());
});
