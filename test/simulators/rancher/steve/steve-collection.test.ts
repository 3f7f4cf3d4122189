import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { manualClock } from '../../_kit/manual-clock.ts';
import { serveSimulator } from '../../_kit/serve-simulator.ts';
import { simulator } from '../../rancher.ts';

const collection = z.looseObject({
  count: z.number().optional(),
  continue: z.string().optional(),
  data: z.array(z.looseObject({ id: z.string() })).default([]),
});
type TestSteve = Awaited<ReturnType<typeof steveWithSecrets>>;

/**
 * A simulator with six secrets, `s-0` to `s-5`, alternately labelled even and odd. `numbers` returns the numbers of the
 * secrets that a query finds, as one string, e.g. `024`.
 */
async function steveWithSecrets(...args: string[]) {
  const clock = manualClock();
  const definition = simulator(args, clock);
  const { url, close } = await serveSimulator(definition);
  onTestFinished(close);
  const { access_key, secret_key } = definition.credentials(url);
  const authorization = `Basic ${Buffer.from(`${access_key}:${secret_key}`).toString('base64')}`;
  const send = (method: string, path: string, body?: unknown) =>
    fetch(url + path, {
      ...{ method, headers: { authorization }, redirect: 'manual', signal: AbortSignal.timeout(5000) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const anonymous = async (path: string) => (await fetch(url + path, { redirect: 'manual' })).status;
  const make = (name: string, labels: Record<string, string>, namespace = 'fleet-default') =>
    send('POST', '/v1/secrets', { type: 'Opaque', metadata: { namespace, name, labels }, data: { a: 'eA==' } });
  for (const n of [0, 1, 2, 3, 4, 5]) await make(`s-${n}`, { n: String(n), 'a.b/parity': n % 2 ? 'odd' : 'even' });
  clock.advance(1000);
  const list = async (query: string) => {
    const answer = await send('GET', `/v1/secrets/fleet-default?${query}`);
    const body: unknown = await answer.json();
    return { status: answer.status, body, ...collection.parse(body) };
  };
  const numbers = async (query: string) => (await list(query)).data.map(({ id }) => id.slice(-1)).join('');
  return { clock, send, anonymous, make, list, numbers };
}

describe('steve that lists from its cache', () => {
  let steve: TestSteve;
  const started = async () => (steve = await steveWithSecrets());
  afterEach(() => steve.clock.clear());

  test.each([
    ['labelSelector=n%3D1', '012345'],
    ['fieldSelector=metadata.name%3Ds-1', '012345'],
    ['limit=2', '012345'],
    ['filter=metadata.labels[n]=1', '1'],
    ['filter=metadata.labels[a.b/parity]=even', '024'],
    ['filter=metadata.labels[a.b/parity]=even&filter=metadata.labels[n]=2', '2'],
    ['filter=metadata.labels[a.b/parity]=even,metadata.labels[n]=1', '0124'],
    ['filter=metadata.labels[n]!=1', '02345'],
    ['filter=metadata.labels[none]!=1', '012345'],
    ['filter=metadata.labels[n]%20in%20(1,3)', '13'],
    ['filter=metadata.labels[n]%20notin%20(1,3)', '0245'],
    ['filter=metadata.labels[n]', '012345'],
    ['filter=!metadata.labels[n]', ''],
    ['filter=metadata.labels[n]%3E3', '45'],
    ['filter=metadata.name=s-', ''],
    ['filter=metadata.name~S-', '012345'],
    ["filter=metadata.name='s-3'", '3'],
    ['sort=-metadata.name', '543210'],
    ['sort=metadata.labels[a.b/parity],-metadata.name', '420531'],
    ['pagesize=4&page=2', '45'],
    ['page=2', '012345'],
    ['projectsornamespaces=fleet-default', '012345'],
    ['projectsornamespaces!=fleet-default', ''],
  ])('%s finds %s', async (query, found) => {
    await started();
    expect(await steve.numbers(query)).toBe(found);
  });

  test.each([
    ['filter=metadata.nosuch=1', 422, 'column is invalid [metadata.nosuch]: supplied column is invalid'],
    ['sort=nosuch', 422, 'column is invalid [nosuch]: supplied column is invalid'],
    ['filter=nosuch', 500, "existence tests are valid only for labels; not valid for field 'nosuch'"],
    ['filter=metadata.labels[n]=', 500, 'found end of a query string, expected: a comparison value'],
  ])('%s is %i', async (query, status, message) => {
    await started();
    expect(await steve.list(query)).toMatchObject({ status, body: { type: 'error', message } });
  });

  test('a page shows how many there are in all, and where the next one begins', async () => {
    await started();
    const first = await steve.list('pagesize=4');
    expect(first).toMatchObject({ count: 6, continue: '4', body: { pagination: { partial: true } } });
    const last = await steve.list('pagesize=4&page=2');
    expect(last.count).toBe(6);
    expect(last.body).not.toHaveProperty('continue');
    expect((await steve.list('filter=metadata.labels[n]=9')).body).not.toHaveProperty('count');
  });

  test('include and exclude choose what is shown of each object', async () => {
    await started();
    const included = await steve.list('include=metadata.name&filter=metadata.labels[n]=1');
    expect(Object.keys(included.data[0] ?? {})).toEqual(['id', 'type', 'links', 'metadata']);
    expect(included.data[0]?.metadata).toEqual({ name: 's-1' });
    const excluded = await steve.list('exclude=data&filter=metadata.labels[n]=1');
    expect(excluded.data[0]).not.toHaveProperty('data');
    expect((await steve.list('excludeValues=data&pagesize=1')).data[0]?.data).toEqual({ a: '' });
  });

  test('what was made, changed or deleted just now is not yet in lists, and is what a GET answers', async () => {
    await started();
    await steve.make('s-6', {});
    await steve.send('DELETE', '/v1/secrets/fleet-default/s-0');
    expect(await steve.numbers('')).toBe('012345');
    expect((await steve.send('GET', '/v1/secrets/fleet-default/s-6')).status).toBe(200);
    expect((await steve.send('GET', '/v1/secrets/fleet-default/s-0')).status).toBe(404);
    steve.clock.advance(20);
    expect(await steve.numbers('')).toBe('123456');
  });
});

describe('steve of Rancher 2.11, which asks Kubernetes', () => {
  test.each([
    ['labelSelector=a.b%2Fparity%3Deven', '024'],
    ['labelSelector=n%20in%20(1,3)', '13'],
    ['fieldSelector=metadata.name%3Ds-1', '1'],
    ['filter=metadata.name=s-', '012345'],
    ['filter=metadata.name=s-1,metadata.name=s-2', '12'],
    ['filter=metadata.name!=s-1', '02345'],
    ['filter=metadata.labels[n]=1', ''],
    ['sort=-metadata.name', '543210'],
    ['limit=2', '01'],
  ])('%s finds %s', async (query, found) => {
    const steve = await steveWithSecrets('--version', '2.11');
    expect(await steve.numbers(query)).toBe(found);
  });

  test('a list that is cut goes on behind its token, and shows at once what was made', async () => {
    const steve = await steveWithSecrets('--version', '2.11');
    await steve.make('s-6', {});
    const first = await steve.list('limit=4');
    expect(first.count).toBe(4);
    expect(await steve.numbers(`limit=4&continue=${first.continue}`)).toBe('456');
  });

  test('its /v3 is answered there and not elsewhere, with a key and without', async () => {
    const login = async (...args: string[]) => {
      const { send, anonymous } = await steveWithSecrets(...args);
      return [(await send('POST', '/v3')).status, await anonymous('/v3')];
    };
    expect([await login(), await login('--version', '2.11')]).toEqual([
      [307, 307],
      [200, 401],
    ]);
  });

  test('the settings show its version', async () => {
    const version = async (...args: string[]) => {
      const answer = await (await steveWithSecrets(...args)).send('GET', '/v3/settings/server-version');
      return z.object({ value: z.string() }).parse(await answer.json()).value;
    };
    expect([await version(), await version('--version', '2.11')]).toEqual(['v2.15.0', 'v2.11.3']);
    expect(() => simulator(['--version', '2.10'])).toThrow('2.11|2.15');
  });
});
