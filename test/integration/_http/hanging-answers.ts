import { expect } from 'vitest';
import type { Answered, ApiUnderTest, Asked } from '../_worlds/api-under-test.ts';

/** What Lambda gives; 4 s of it are kept for commit and answer. */
const FUNCTION_MS = 5_500;

/** Asks like a function that has little time left. */
export function askShortly(api: ApiUnderTest, method: string, address: string, asked: Asked): Promise<Answered> {
  const began = performance.now();
  return api.ask(method, address, { ...asked, remainingMs: () => FUNCTION_MS - (performance.now() - began) });
}

const WRITES = ['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand', 'TransactWriteItemsCommand'];

/** How often records are written meanwhile. */
export async function writesDuring({ client }: ApiUnderTest, work: () => Promise<void>): Promise<number> {
  let writes = 0;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (WRITES.includes(commandName)) writes += 1;
        return next(args);
      },
    { step: 'initialize', name: 'countWrites', override: true },
  );
  try {
    await work();
  } finally {
    client.middlewareStack.remove('countWrites');
  }
  return writes;
}

/** The contract's answer: when to ask again, and what was slow, without the names that an operator gave to it. */
export function expectLate(answer: Answered, slow: string): void {
  expect(answer).toMatchObject({
    ...{ status: 503, body: { detail: expect.stringMatching(`^${slow}$`) } },
    headers: { 'retry-after': '5' },
  });
}
