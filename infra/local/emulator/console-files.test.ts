import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CACHE_FOREVER, CACHE_NEVER, CONTENT_SECURITY_POLICY } from '../../console/headers.ts';
import { type Gateway, startGateway } from './gateway.ts';

let folder: string;
let gateway: Gateway;

beforeAll(async () => {
  const outer = mkdtempSync(join(tmpdir(), 'console-files-'));
  folder = join(outer, 'dist');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Paddock</title>');
  writeFileSync(join(folder, 'assets', 'index-abc.js'), 'start();');
  writeFileSync(join(outer, 'secret.txt'), 'secret');
  gateway = await startGateway(0);
  gateway.serveConsole(folder);
});
afterAll(async () => {
  await gateway.close();
  rmSync(join(folder, '..'), { recursive: true });
});

const get = (path: string) => fetch(`${gateway.url}${path}`, { redirect: 'manual' });

test.each(['/', '/console'])('%s leads to the console', async (path) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/console/']);
});

test.each(['/console/', '/console/clusters/0b9d', '/console/%2e%2e%2fsecret.txt', '/console/..%2fsecret.txt'])(
  '%s is the one page, which is asked for again each time, and may load only what is its own',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, '<!doctype html><title>Paddock</title>']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe(CACHE_NEVER);
    expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  },
);

test('a file whose name has a hash is kept by the browser, and is sent compressed', async () => {
  const answer = await get('/console/assets/index-abc.js');
  const headers = ['cache-control', 'content-type', 'content-encoding'].map((name) => answer.headers.get(name));
  expect(headers).toEqual([CACHE_FOREVER, 'text/javascript; charset=utf-8', 'gzip']);
  expect(await answer.text()).toBe('start();');
});

test('an asset of an older release is a 404, not the page', async () => {
  expect((await get('/console/assets/index-old.js')).status).toBe(404);
});

test('other paths go to the API', async () => {
  expect((await get('/api/')).status).toBe(503);
});
