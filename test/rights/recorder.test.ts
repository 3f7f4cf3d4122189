import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { recordCalls } from './record-calls.ts';

/**
 * Sends requests as the SDK does: equal requests, similar ones, an unsigned one, an unknown one, and one that cannot be
 * read. One more request at the end, to the table `held`, never gets an answer.
 */
const PRODUCT = `
import { request } from 'node:http';
const signed = { authorization: 'AWS4-HMAC-SHA256 Credential=x' };
const ask = (target, body, headers = signed) => new Promise((resolve) => {
  const asked = request(process.env.AWS, { method: 'POST', headers: { ...headers, 'x-amz-target': target } }, (response) => {
    response.resume().on('end', resolve);
  });
  asked.end(JSON.stringify(body));
});
export const handler = async () => {
  await ask('DynamoDB_20120810.GetItem', { TableName: 't' });
  await ask('DynamoDB_20120810.GetItem', { TableName: 't' });
  await ask('secretsmanager.GetSecretValue', { SecretId: 'p/hook/' + 'a'.repeat(32) });
  await ask('secretsmanager.GetSecretValue', { SecretId: 'p/hook/' + 'b'.repeat(32) });
  await ask('DynamoDB_20120810.GetItem', { TableName: 'of somebody else' }, {});
  await ask('Other.Operation', {});
  await ask('DynamoDB_20120810.PutItem', { nothing: 'that can be read' });
  await ask('DynamoDB_20120810.TransactWriteItems', { TransactItems: [{ Put: { TableName: 'held' } }] });
};`;
const PLATFORM = 'const { handler } = await import(process.argv[1]); await handler();';

const held = Promise.withResolvers<void>();
const aws = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    if (body.includes('held')) held.resolve();
    else response.end('{}');
  });
});
let folder: string;

beforeAll(async () => {
  aws.listen(0, '127.0.0.1');
  await once(aws, 'listening');
});
afterAll(() => {
  aws.closeAllConnections();
  aws.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-rights-'));
  await mkdir(join(folder, 'functions', 'steps-watch'), { recursive: true });
  await writeFile(join(folder, 'functions', 'steps-watch', 'index.mjs'), PRODUCT);
});
afterEach(() => rm(folder, { recursive: true }));

test('what a function asks of AWS is written down once, before it is sent, so that killing it loses nothing', async () => {
  const root = join(folder, 'recorded');
  await recordCalls('e2e', root).wrapFunctions(join(folder, 'functions'));
  const { port } = z.object({ port: z.number() }).parse(aws.address());
  const index = join(folder, 'functions', 'steps-watch', 'index.mjs');
  const env = { AWS: `http://127.0.0.1:${port}` };
  const child = spawn(process.execPath, ['--input-type=module', '-e', PLATFORM, index], { env, stdio: 'inherit' });
  const ended = once(child, 'exit');
  await held.promise;
  child.kill('SIGKILL');
  await ended;
  const [run = ''] = await readdir(root);
  const lines = (await readFile(join(root, run, 'steps-watch.jsonl'), 'utf8')).trimEnd().split('\n');
  const secrets = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:p/hook';
  const table = 'arn:aws:dynamodb:us-east-1:000000000000:table';
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { action: 'dynamodb:GetItem', resource: `${table}/t` },
    { action: 'secretsmanager:GetSecretValue', resource: `${secrets}/${'0'.repeat(32)}-AbCdEf` },
    { action: 'unknown:Request', resource: 'Other.Operation' },
    { action: 'unknown:Request', resource: 'DynamoDB_20120810.PutItem: it could not be read' },
    { action: 'dynamodb:PutItem', resource: `${table}/held` },
  ]);
});
