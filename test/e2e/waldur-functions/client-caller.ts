import { z } from 'zod';
import type { Endpoints, Person } from '#infra/local/endpoints';
import { type JsonObject, objectAt } from '#infra/openapi/json';
import { LOOSE } from '#test/waldur-fields/loose';
import { type ClientFunction, comparedFunctions } from '#test/waldur-functions/client-functions';

/** The client's functions for which Paddock has a route, by function name, e.g. `rancher_nodes_pull`. */
export const SERVED: ReadonlyMap<string, ClientFunction> = new Map(
  comparedFunctions().flatMap((one) => (one.key === undefined ? [] : [[one.name.split('.')[1] ?? '', one] as const])),
);

export type Given = {
  uuid?: string | undefined;
  /** Path and query parameters by the client's names. */
  also?: Readonly<Record<string, string>>;
  body?: object;
  by?: Person;
  refused?: number;
  /**
   * The status of a successful answer for which the client raises an error, because the client's description of Waldur
   * lists another status.
   */
  unexpected?: number;
  /**
   * The client's error for a successful answer that it cannot read, because the client's model requires fields that
   * Waldur does not send.
   */
  unread?: string;
};
export type Called = { name: string; segment: string; method: string; status: number; problems: readonly string[] };

const reply = z.object({ status: z.number(), answer: z.unknown(), problems: z.array(z.string()) });
const isSuccess = (status: number): boolean => status >= 200 && status < 300;

async function documentAt(api: string): Promise<JsonObject> {
  const answer = await fetch(`${api}/api/openapi.json`, { signal: AbortSignal.timeout(30_000) });
  return JSON.parse(await answer.text());
}

/**
 * The statuses that the OpenAPI document lists for the route. Names of path parameters are ignored, because the client
 * uses other names.
 */
function documented(document: JsonObject, { method, path }: ClientFunction): string[] {
  const asked = path.replace(/\{\w+\}/g, '{}');
  const paths = objectAt(document, 'paths');
  const own = Object.keys(paths).find((it) => it.replace(/\{\w+\}/g, '{}') === asked) ?? '';
  const operation = objectAt(objectAt(paths, own), method === 'HEAD' ? 'get' : method.toLowerCase());
  return Object.keys(objectAt(operation, 'responses'));
}

/**
 * Calls the client's functions and records the problems. The client must be able to read each answer, and the published
 * OpenAPI document must list its status.
 */
export async function clientCaller({ api, tokens }: Endpoints, run: (call: object) => Promise<unknown>) {
  const document = await documentAt(api);
  const calls: Called[] = [];
  /** @throws if Paddock does not have the route */
  async function call(
    name: string,
    { uuid, also, body, by = 'staff', refused, unexpected, unread }: Given = {},
  ): Promise<unknown> {
    const one = SERVED.get(name);
    if (one === undefined) throw new Error(`Paddock has no route for ${name}.`);
    const given = { ...(uuid !== undefined && { uuid }), ...also };
    const asked = { name: one.name, token: tokens[by], arguments: given, ...(body !== undefined && { body }) };
    const { status, answer, problems } = reply.parse(await run(asked));
    const expected = [`unexpected status ${unexpected}`, unread];
    const found = problems.filter((it) => !LOOSE.test(it) && !expected.includes(it));
    const wanted = refused ?? unexpected;
    const isWanted = wanted === undefined ? isSuccess(status) : status === wanted;
    if (!isWanted) found.push(`answered ${status}: ${JSON.stringify(answer).slice(0, 300)}`);
    if (!documented(document, one).includes(String(status))) found.push(`${status} is not documented`);
    calls.push({ name, segment: one.segment, method: one.method, status, problems: found });
    return answer;
  }
  return { call, calls };
}
export type ClientCall = Awaited<ReturnType<typeof clientCaller>>['call'];

const made = z.looseObject({ uuid: z.string() });
export const madeBy = async (answer: Promise<unknown>): Promise<string> => made.parse(await answer).uuid;
