import { beforeEach, expect, test } from 'vitest';
import { OPERATIONS } from '#infra/openapi/operations';
import { type ApiUnderTest, apiUnderTest, type Person } from '../_worlds/api-under-test.ts';

let api: ApiUnderTest;
let staff: Person;
beforeEach(async () => {
  api = await apiUnderTest();
  staff = await api.person({ isStaff: true });
});

/** Collections in which a POST with a body creates an object. */
const CREATED = Object.entries(OPERATIONS).flatMap(([collection, operations]) =>
  operations['POST /']?.body ? [collection] : [],
);
const totalOf = async (collection: string): Promise<unknown> =>
  (await api.ask('GET', `${collection}/`, staff)).headers['x-result-count'];

const JSON_ERROR = { detail: expect.stringMatching(/^JSON parse error - /) };
const noDictionary = (type: string) => ({
  non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`],
});
const WRONG_BODIES = [
  ['half a body', '{"name": "x', 'application/json', 400, JSON_ERROR],
  ['a body that is no JSON', 'name: x', 'application/json', 400, JSON_ERROR],
  ['a list', '[1]', 'application/json', 400, noDictionary('list')],
  ['a text', '"x"', 'application/json', 400, noDictionary('str')],
  ['a number', '17', 'application/json', 400, noDictionary('int')],
  ['null', 'null', 'application/json', 400, { non_field_errors: ['No data provided'] }],
  ['brackets without end', '['.repeat(90_000), 'application/json', 400, JSON_ERROR],
  ['deep brackets', '['.repeat(9_000) + ']'.repeat(9_000), 'application/json', 400, JSON_ERROR],
  ['XML', '<a/>', 'application/xml', 415, { detail: 'Unsupported media type "application/xml" in request.' }],
  [
    '300 KB',
    `{"name": "${'x'.repeat(300_000)}"}`,
    'application/json',
    413,
    { detail: expect.stringMatching('262144') },
  ],
] as const;

test.each(WRONG_BODIES)('%s is refused by every collection and makes nothing', async (_, body, type, status, said) => {
  expect(CREATED).toContain('marketplace-orders');
  for (const collection of CREATED) {
    const before = await totalOf(collection);
    const answer = await api.ask('POST', `${collection}/`, { ...staff, body, headers: { 'content-type': type } });
    expect([collection, answer.status, answer.body]).toEqual([collection, status, said]);
    expect(await totalOf(collection)).toBe(before);
  }
});

const ANYTHING = [null, 17, -1.5, 1e308, true, '', ' ', '\0', '\ud800', 'x'.repeat(10_000), [], [[]], {}, { url: 1 }];

test('a field of whatever type is never a failure of ours', async () => {
  for (const collection of CREATED) {
    for (const value of ANYTHING) {
      const fields = ['name', 'username', 'customer', 'project', 'offering', 'options', 'attributes', 'type', 'plans'];
      const body = Object.fromEntries(fields.map((field) => [field, value]));
      const { status, text } = await api.ask('POST', `${collection}/`, { ...staff, body });
      expect([collection, value, status < 500, text]).toEqual([collection, value, true, text]);
    }
  }
  expect(api.log.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test('text that others could not store is refused by field', async () => {
  const named = (name: string) => api.ask('POST', 'customers/', { ...staff, body: { name } });
  expect(await named('a\0b')).toMatchObject({ status: 400, body: { name: ['Null characters are not allowed.'] } });
  const half = await named('a\ud800b');
  expect(half).toMatchObject({ status: 400, body: { name: ['Surrogate characters are not allowed.'] } });
  expect(await named('a😀b')).toMatchObject({ status: 201, body: { name: 'a😀b' } });
});

const QUERIES = ['o=constructor', 'o=__proto__', 'state=%00', 'page=%FF', 'page=1e9', 'page_size=99999999999999999999'];
const MORE_QUERIES = [
  'customer_uuid=%',
  'name=%F0%28',
  'field=constructor',
  'field=__proto__',
  'uuid[]=1',
  '&&&=',
  'o=,,',
];

test.each(Object.keys(OPERATIONS))('/api/%s answers or refuses a query of whatever', async (collection) => {
  for (const query of [...QUERIES, ...MORE_QUERIES]) {
    const { status, text } = await api.ask('GET', `${collection}/?${query}`, staff);
    expect([query, [200, 400, 404].includes(status), text]).toEqual([query, true, text]);
  }
});

test.each(['TRACE', 'PUT', 'QUERY', 'MKCOL'])(
  '%s is a method that nothing knows: 405 that says what is',
  async (method) => {
    const answer = await api.ask(method, 'customers/', staff);
    expect(answer).toMatchObject({ status: 405, body: { detail: `Method "${method}" not allowed.` } });
    expect(answer.headers.allow).toBe('GET, POST, HEAD, OPTIONS');
  },
);

const headers = (authorization: string) => ({ headers: { authorization } });
const unsigned = (claims: object): string =>
  [{ alg: 'none', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

test('no token that is not ours opens anything or leaves anything behind', async () => {
  const before = await totalOf('users');
  const claims = { sub: 'somebody', preferred_username: 'somebody', iss: 'https://elsewhere.example', aud: 'paddock' };
  const tokens = ['x', '…', 'a.b.c', `${unsigned(claims)}.`, `${unsigned(claims)}.c2ln`, 'x'.repeat(8000)];
  for (const token of tokens) {
    for (const scheme of ['Token', 'Bearer']) {
      const body = { name: 'intruder' };
      const answer = await api.ask('POST', 'customers/', { ...headers(`${scheme} ${token}`), body });
      expect([token, answer.status, answer.body]).toEqual([token, 401, { detail: 'Invalid token.' }]);
    }
  }
  expect(await totalOf('users')).toBe(before);
  expect(await totalOf('customers')).toBe('0');
});

test('an expired role opens nothing any more', async () => {
  const expiresAt = new Date(api.clock.now().getTime() - 1000).toISOString();
  const { token } = await api.person({}, { role: 'CUSTOMER.OWNER', expiresAt });
  expect((await api.ask('GET', 'customers/', { token })).headers['x-result-count']).toBe('0');
});
