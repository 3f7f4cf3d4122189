import { z } from 'zod';
import { functionOf } from '#functions/api/api-routes';
import { OPERATIONS } from '#infra/openapi/operations';
import { LOG } from '#shared/contracts/telemetry';
import { functionLogs } from '#test/function-log';

/** A uuid that belongs to no object. The test only checks which route answers. */
const NOBODY = '0123456789abcdef0123456789abcdef';
/** Two ways to write one address, without and with a slash at its end. */
export type Address = { method: string; paths: readonly [string, string] };

const addressOf = (method: string, path: string): Address => {
  const bare = path
    .replaceAll(/\{\w+\}/g, NOBODY)
    .replaceAll(/\/+/g, '/')
    .replace(/\/$/, '');
  return { method, paths: [bare, `${bare}/`] };
};

export const ADDRESSES: readonly Address[] = [
  ...Object.entries(OPERATIONS).flatMap(([segment, operations]) =>
    Object.keys(operations).map((key) => {
      const [method = '', below = ''] = key.split(' ');
      return addressOf(method, `/api/${segment}${below}`);
    }),
  ),
  addressOf('POST', '/webhooks/nodes/{uuid}'),
  addressOf('POST', '/webhooks/rancher'),
  addressOf('POST', '/webhooks/relays'),
];

/**
 * Returns status and content type of an answer. GET requests are sent as staff. Other requests have no token, so that
 * they change nothing.
 */
async function answerTo(api: string, token: string, method: string, path: string): Promise<string> {
  const headers = method === 'GET' ? { authorization: `Token ${token}` } : undefined;
  const response = await fetch(`${api}${path}`, { method, redirect: 'manual', ...(headers && { headers }) });
  await response.arrayBuffer();
  return `${response.status} ${response.headers.get('content-type')}`;
}

/** One tuple for each address: `[address, answer without the trailing slash, answer with it]`. */
export async function answersByBoth(api: string, token: string): Promise<[string, string, string][]> {
  const answers: [string, string, string][] = [];
  for (const { method, paths } of ADDRESSES) {
    const [bare, slashed] = [
      await answerTo(api, token, method, paths[0]),
      await answerTo(api, token, method, paths[1]),
    ];
    answers.push([`${method} ${paths[0]}`, bare, slashed]);
  }
  return answers;
}

const line = z.object({
  message: z.literal(LOG.answered),
  service: z.string(),
  method: z.string(),
  path: z.string(),
});

/**
 * Returns the calls that were answered by no function or by the wrong function, according to the logs. Webhooks of
 * nodes are not logged and not checked.
 */
export async function answeredByOthers(aws: string, stage: string): Promise<string[]> {
  const logged = await functionLogs(aws, [`${stage}-api-records`]);
  const lines = logged
    .filter((text) => text.startsWith('{"level"'))
    .map((text) => line.safeParse(JSON.parse(text)).data);
  const services = Map.groupBy(
    lines.filter((it) => it !== undefined),
    ({ method, path }) => `${method} ${path}`,
  );
  return ADDRESSES.flatMap(({ method, paths }) => paths.map((path) => [`${method} ${path}`, functionOf(path)] as const))
    .filter(([, entry]) => entry !== 'webhooks/nodes')
    .flatMap(([call, entry]) => {
      const found = [...new Set(services.get(call)?.map(({ service }) => service))];
      return found.length === 1 && found[0] === entry
        ? []
        : [`${call}: ${found.join(' and ') || 'nobody'}, not ${entry}`];
    });
}
