import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connectJson } from './adapters/json-client.ts';
import { beginCommit, currentDeadline, despiteDeadline, within, withRequestDeadline } from './deadline.ts';
import { Conflict, OutOfTime } from './errors.ts';

/** A server that never answers, and reports when a client disconnects. */
const silent = createServer((request) => {
  asked += 1;
  request.once('close', () => {
    left += 1;
  });
});
let asked = 0;
let left = 0;
beforeAll(() => new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});
function ask(): Promise<unknown> {
  const { port } = z.custom<AddressInfo>().parse(silent.address());
  const call = connectJson({ backend: 'Nova of cloud-1', baseUrl: `http://127.0.0.1:${port}` });
  return call({ op: 'listServers', method: 'GET', path: '/servers', reply: z.unknown() });
}
const forever = () => new Promise<never>(() => undefined);
const fails = <T>(work: Promise<T>) => work.then(() => 'done').catch((error: Error) => error);

describe('a part of the work at its time limit', () => {
  test('has its requests aborted, and names the backend that it waited for', async () => {
    const before = left;
    const error = await fails(within(30, ask));
    expect(error).toMatchObject({
      name: 'BackendUnavailable',
      slow: { backend: 'Nova of cloud-1', op: 'listServers' },
    });
    await expect.poll(() => left).toBe(before + 1);
  });

  test('makes no further calls', async () => {
    const before = asked;
    await fails(
      within(1, async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await ask();
      }),
    );
    expect(asked).toBe(before);
  });

  test('commits nothing more, neither when it is stopped nor after it has ended', async () => {
    const late = within(1, async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      beginCommit();
    });
    expect(await fails(late)).toBeInstanceOf(OutOfTime);
    let begin: Promise<unknown> = Promise.resolve();
    await within(1000, async () => {
      begin = turn()
        .then(turn)
        .then(() => beginCommit());
    });
    expect(await fails(begin)).toBeInstanceOf(OutOfTime);
  });

  test('throws OutOfTime even if it catches the abort', async () => {
    const over = (then: () => unknown) =>
      within(1, async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return then();
      });
    expect(await fails(over(() => 'an answer'))).toBeInstanceOf(OutOfTime);
    const refuse = () => {
      throw new Conflict('nobody waits');
    };
    expect(await fails(over(refuse))).toBeInstanceOf(OutOfTime);
  });

  test('keeps what it committed in time', async () => {
    const answer = within(20, async ({ signal }) => {
      beginCommit();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'written';
    });
    expect(await answer).toBe('written');
  });

  test('has a moment to clean up', async () => {
    const seen: boolean[] = [];
    const undone = within(1, async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await despiteDeadline(async () => seen.push(currentDeadline()?.isOver() ?? true));
    });
    expect(await fails(undone)).toBeInstanceOf(OutOfTime);
    expect(seen).toEqual([false]);
  });

  test('has no more time than the whole', async () => {
    const began = performance.now();
    await fails(within(20, () => within(60_000, ask)));
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

test('failed work has its other calls stopped', async () => {
  const before = left;
  await fails(within(60_000, () => Promise.all([ask(), turn().then(ask), Promise.reject(new Error('no'))])));
  await expect.poll(() => left).toBeGreaterThan(before);
});

describe('a request', () => {
  const request = <T>(remainingMs: () => number, work: () => Promise<T>, backendsMs = 10_000) =>
    fails(withRequestDeadline({ backendsMs, remainingMs }, work));

  test('commits only with enough time left, which is checked right before', async () => {
    let remaining = 15_000;
    const work = async () => {
      beginCommit();
      remaining = 1_999;
      beginCommit();
    };
    expect(
      await request(
        () => remaining,
        async () => void beginCommit(),
      ),
    ).toBe('done');
    expect(await request(() => remaining, work)).toBeInstanceOf(OutOfTime);
  });

  test('has a commit aborted that does not end before the answer is due', async () => {
    let signal: AbortSignal | undefined;
    let remaining = 15_000;
    await request(
      () => remaining,
      async () => {
        remaining = 2_000;
        signal = beginCommit();
      },
    );
    expect(signal?.aborted).toBe(false);
  });

  test('is answered when there is just time for that', async () => {
    expect(await request(() => 501, forever)).toBeInstanceOf(OutOfTime);
  });

  test('stops calls to backends early enough to record the result', async () => {
    const work = async () => {
      await fails(ask());
      beginCommit();
    };
    expect(await request(() => 4_010, work)).toBe('done');
    expect(await request(() => 15_000, work, 10)).toBe('done');
  });
});
