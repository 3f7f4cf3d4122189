import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { z } from 'zod';
import type { Asked, Measured } from './list-process.ts';

/**
 * A separate program, like a Lambda. It loads the function's bundle and calls its handler as often as the parent
 * process asks. So the CPU time of the process is the CPU time of the function.
 */
type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const [address = ''] = process.argv.slice(2);
const { handler }: { handler: Handler } = await import(address);
/** The remaining time that the function sees for a request. */
const REMAINING_MS = 25_000;
const answered = z.object({ statusCode: z.number(), body: z.string() });
const startedRequest = z.object({ request: z.instanceof(ClientRequest) });

let databaseCalls = 0;
subscribe('http.client.request.start', (message) => {
  const target = startedRequest.parse(message).request.getHeader('x-amz-target');
  if (String(target).startsWith('DynamoDB')) databaseCalls += 1;
});

async function callOnce({ token, path, query }: Asked): Promise<number> {
  const event = {
    rawPath: path,
    rawQueryString: query,
    headers: { host: 'paddock.example', authorization: `Token ${token}` },
    requestContext: { http: { method: 'GET' } },
  };
  const context = { awsRequestId: 'bench', functionName: 'bench', getRemainingTimeInMillis: () => REMAINING_MS };
  const { statusCode, body } = answered.parse(await handler(event, context));
  if (statusCode !== 200) throw new Error(`the list was answered ${statusCode}: ${body}`);
  return z.array(z.unknown()).parse(JSON.parse(body)).length;
}

type Batch = Measured['batches'][number];

/** Sends up to `most` requests. Sends fewer if the time is over, but at least one. */
async function measureBatch(asked: Asked, most: number, withTimeout: () => boolean): Promise<Batch & { rows: number }> {
  databaseCalls = 0;
  let [requests, rows] = [0, 0];
  const before = process.cpuUsage();
  do {
    rows = await callOnce(asked);
    requests += 1;
  } while (requests < most && withTimeout());
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000 / requests, calls: databaseCalls / requests, rows };
}

/** Warm-up requests are part of the result only if they use up the whole time. */
async function measure(asked: Asked): Promise<Measured> {
  const giveUpMs = performance.now() + asked.budgetMs;
  const withTimeout = () => performance.now() < giveUpMs;
  const { rows, ...warmUp } = await measureBatch(asked, asked.warmUp, withTimeout);
  if (!withTimeout()) return { rows, batches: [warmUp] };
  const batches: Batch[] = [];
  do {
    batches.push(await measureBatch(asked, asked.batch, withTimeout));
  } while (batches.length < asked.batches && withTimeout());
  return { rows, batches };
}

process.on('message', (message) => {
  void measure(message as Asked).then((measured) => process.send?.(measured));
});
