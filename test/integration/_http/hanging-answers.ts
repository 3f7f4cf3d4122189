import { expect } from 'vitest';
import type { Answered, ApiUnderTest, Asked } from '../_worlds/api-under-test.ts';

/** The function's timeout. 4 s of it are reserved for the commit and the answer. */
const FUNCTION_MS = 5_500;

export function askShortly(api: ApiUnderTest, method: string, address: string, asked: Asked): Promise<Answered> {
  const began = performance.now();
  return api.ask(method, address, { ...asked, remainingMs: () => FUNCTION_MS - (performance.now() - began) });
}

const WRITES = ['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand', 'TransactWriteItemsCommand'];

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

/**
 * Expects the answer that the contract defines. The answer contains the time of the next attempt and the name of the
 * slow backend, but no names that an operator chose.
 */
export function expectLate(answer: Answered, slow: string): void {
  expect(answer).toMatchObject({
    ...{ status: 503, body: { detail: expect.stringMatching(`^${slow}$`) } },
    headers: { 'retry-after': '5' },
  });
}
