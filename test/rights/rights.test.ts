import { SESv2Client } from '@aws-sdk/client-sesv2';
import { beforeAll, expect, test } from 'vitest';
import { nodemailerMailer, sesTransport } from '#shared/adapters/mail/nodemailer-mailer';
import { type AwsCall, callsOf } from './aws-request.ts';
import { checkRights, deniedOf, openStage, whoMisses } from './check-rights.ts';
import { isAllowed } from './policy-engine.ts';
import type { Call, RecordedStage } from './stage-calls.ts';
import { policiesOfRoles, rightsOf } from './stage-rights.ts';
import { type Resource, stageResources } from './stage-template.ts';

const tableArn = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
const NAMED = { stage: 'test', names: {} };
const on = (resource: string, ...actions: string[]): AwsCall[] =>
  actions.map((name) => ({ action: `dynamodb:${name}`, resource }));

let resources: Resource[];
let records: string;
let events: string;
let stage: RecordedStage;
beforeAll(() => {
  resources = stageResources(NAMED);
  const [main = '', audit = ''] = ['DataTable', 'DataAuditTable'].map(
    (start) => resources.find(({ id, type }) => type === 'AWS::DynamoDB::Table' && id.startsWith(start))?.id,
  );
  [records, events] = [tableArn(main), tableArn(audit)];
  const machine = 'arn:aws:states:us-east-1:000000000000:stateMachine:test-process-order';
  const calls = new Map([
    ['api-orders', [...on(records, 'Query', 'PutItem', 'UpdateItem'), ...on(events, 'PutItem')]],
    ['api-records', [...on(`${events}/index/allRefs`, 'Query'), ...on(events, 'BatchGetItem')]],
    ['dispatcher', [{ action: 'states:StartExecution', resource: machine }, ...on(records, 'DeleteItem')]],
    ['webhooks-nodes', [{ action: 'states:SendTaskSuccess', resource: '*' }]],
  ]);
  stage = { stage: 'test', resources, calls };
}, 60_000);

const linesOf = (calls: readonly Call[]) => calls.map(({ by, action, resource }) => `${by} ${action} ${resource}`);

test('what an order asks of AWS, and what AWS does for it, is allowed, and every right that is taken away is missed', async () => {
  const { calls, denied, wronglyMissed, rights, unused } = await checkRights(stage);
  expect(calls.length).toBeGreaterThan(300);
  expect(linesOf(denied)).toEqual([]);
  expect(wronglyMissed).toEqual([]);
  expect(unused.length).toBeLessThan(rights.length);
});

test('a right that is missing is found by exactly the calls that need it', async () => {
  const opened = openStage(stage);
  const right = rightsOf(opened.policies).find(
    ({ role, action, resource }) =>
      role.startsWith('Dispatchdispatcher') && action === 'states:StartExecution' && resource.endsWith('process-order'),
  );
  if (right === undefined) throw new Error('the dispatcher may start orders');
  expect(linesOf(await whoMisses(opened, right))).toEqual([`dispatcher states:StartExecution ${right.resource}`]);
});

test('what no policy speaks of is denied: another table, a function that has no role, a request that nobody knows', async () => {
  const calls = new Map([
    ['api-orders', on(tableArn('of-somebody-else'), 'GetItem')],
    ['api-new', on(records, 'GetItem')],
    ['api-hooks', [{ action: 'unknown:Request', resource: 'TrentService.Encrypt' }]],
  ]);
  const { denied } = await checkRights({ ...stage, calls });
  expect(linesOf(denied).filter((line) => !line.includes('kms:'))).toEqual([
    `api-orders dynamodb:GetItem ${tableArn('of-somebody-else')}`,
    `api-new dynamodb:GetItem ${records}`,
    'api-hooks unknown:Request TrentService.Encrypt',
  ]);
});

test('what a resource says itself counts: without the permission of its rule a schedule invokes nothing', async () => {
  const opened = openStage({ ...stage, resources: resources.filter(({ type }) => type !== 'AWS::Lambda::Permission') });
  const denied = await deniedOf(opened);
  expect(new Set(denied.map(({ by, action }) => `${by} ${action}`))).toEqual(
    new Set(['events.amazonaws.com lambda:InvokeFunction']),
  );
});

test('no role may change or remove an event of a change, whoever asks and however (S0-167)', async () => {
  const policies = policiesOfRoles(resources);
  const changing = ['UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLUpdate', 'PartiQLDelete', 'DeleteTable'];
  const allowed: string[] = [];
  for (const [role, own] of policies) {
    const principal = `arn:aws:iam::000000000000:role/${role}`;
    for (const { action, resource } of on(events, ...changing)) {
      if (await isAllowed({ principal, action, resource, policies: own })) allowed.push(`${role} ${action}`);
    }
  }
  expect(policies.size).toBeGreaterThan(40);
  expect(allowed).toEqual([]);
});

/** The rights that SES requires when the mailer sends one e-mail through the SDK. */
async function askedOfSes(): Promise<AwsCall[]> {
  const asked: AwsCall[] = [];
  const requestHandler = {
    handle: async ({ method, path, body }: { method: string; path: string; body: Uint8Array }) => {
      asked.push(...callsOf({ target: undefined, method, path, body: new TextDecoder().decode(body) }));
      return { response: { statusCode: 200, headers: {}, body: new Blob(['{"MessageId":"1"}']).stream() } };
    },
  };
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const client = new SESv2Client({ region: 'us-east-1', credentials, requestHandler: requestHandler as never });
  const mailer = nodemailerMailer({ transport: () => sesTransport(client), from: 'paddock@example.org' });
  await mailer.send({ id: 'a', to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
  return asked;
}

test('whoever delivers e-mails through SES may send what the mailer sends, which is MIME', async () => {
  const asked = await askedOfSes();
  expect(new Set(asked.map(({ action }) => action))).toEqual(new Set(['ses:SendEmail', 'ses:SendRawEmail']));
  const withSes = stageResources(NAMED, { PADDOCK_MAIL_FROM: 'paddock@example.org' });
  const calls = new Map([['syncs-deliver-mails', asked]]);
  const { denied } = await checkRights({ ...stage, resources: withSes, calls });
  expect(linesOf(denied)).toEqual([]);
}, 60_000);
