import { expect, test } from 'vitest';
import { readToEnd } from './read-answer.ts';

test('an answer without content is read although it has an empty body, as in Chromium', async () => {
  const answer = new Response(null, { status: 204 });
  Object.defineProperty(answer, 'body', { value: new ReadableStream() });
  expect((await readToEnd(answer)).status).toBe(204);
});

test('an answer that was read has its status, its headers and its body', async () => {
  const read = await readToEnd(Response.json({ a: 1 }, { status: 201, headers: { etag: 'x' } }));
  expect([read.status, read.headers.get('etag'), await read.json()]).toEqual([201, 'x', { a: 1 }]);
});
