import { expect } from 'vitest';
import { rancherWebhookHandler } from '#functions/webhooks/rancher/rancher-webhook-handler';
import { signatureOf } from '#shared/app/hooks/authenticate-webhook';
import type { ParkedWait } from '#shared/domain/clusters/waits/parked-wait';
import type { Wakeups } from '#shared/ports/runtime';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { recordingTelemetry } from '#test/recording-telemetry';
import { type Market, openMarket, rancherOptions } from '../_worlds/market.ts';
import { aWait } from '../nodes/parked-wait.ts';

export const SECRET = 'a-secret-of-the-webhook-0123456789';
export type Sent = {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: unknown;
  isBase64Encoded?: boolean;
};
export type Got = { status: number; headers: object; text: string; body: unknown };
export type WebhookUnderTest = Market & {
  /** The uuid of the provider whose webhook secret is SECRET. */
  provider: string;
  addProvider(options: object): Promise<string>;
  /** Parks a wait for a cluster of the provider. Returns the wait. */
  parked(fields?: Partial<ParkedWait>): Promise<ParkedWait>;
  /** Task tokens that were completed, in order. */
  woken: string[];
  send(sent: Sent): Promise<Got>;
  /**
   * Sends an alert as Alertmanager does with `credentials: <provider>.<secret>`. A body that is not a string is sent as
   * JSON.
   */
  alert(body: unknown, bearer?: string): Promise<Got>;
  signed(body: unknown, by?: SignedBy): Sent;
  /** A message with a binary body, which the gateway encodes in base64. */
  signedBytes(bytes: Buffer): Sent;
};
type SignedBy = { provider?: string; secret?: string; at?: number | string };

/** An alert as Alertmanager 0.25 writes it, with the labels of Rancher's monitoring. */
export const alertOf = (labels: object) => ({
  status: 'firing',
  labels: { alertname: 'KubeNodeNotReady', severity: 'warning', ...labels },
  annotations: { summary: 'Node is not ready.' },
  startsAt: '2026-03-01T12:00:00.000Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus.example.org/graph?g0.expr=up',
  fingerprint: '1a30ba71cca2921f',
});
export const message = (...alerts: object[]) => ({
  version: '4',
  groupKey: '{}:{alertname="KubeNodeNotReady"}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'paddock',
  groupLabels: { alertname: 'KubeNodeNotReady' },
  commonLabels: { severity: 'warning' },
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example.org',
  alerts,
});

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** The webhook handler with the real store and secret store. Staff register the providers through the API. */
export async function webhookUnderTest(): Promise<WebhookUnderTest> {
  const market = await openMarket();
  const { store, secrets, stage, clock, log } = market;
  clock.advance(60);
  const woken: string[] = [];
  const wakeups: Wakeups = {
    succeed: async (taskToken, output) => woken.push(`${taskToken} ${JSON.stringify(output)}`) > 0,
    fail: async () => false,
  };
  const handler = rancherWebhookHandler({
    ...{ store, secrets, stage, clock, log, wakeups, ids: randomIds },
    ...recordingTelemetry(),
  });
  const addProvider = async (options: object) => {
    const body = { type: 'Rancher', name: 'rancher-1', options: { ...rancherOptions(), ...options } };
    return (await market.create('service-settings/', market.people.staff, body)).uuid;
  };
  const provider = await addProvider({ webhook_secret: SECRET });
  const json = { 'content-type': 'application/json' };
  const send = async ({ method = 'POST', path = '/webhooks/rancher', headers = json, body, ...rest }: Sent) => {
    const event = { rawPath: path, headers, requestContext: { http: { method } }, ...rest };
    const answer = await handler({ ...event, ...(body !== undefined && { body: textOf(body) }) });
    const text = answer.body ?? '';
    const { statusCode: status = 0, headers: answered = {} } = answer;
    return { status, headers: answered, text, body: text === '' ? undefined : JSON.parse(text) };
  };
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const headersOver = (bytes: Buffer, { provider: by = provider, secret = SECRET, at = now() }: SignedBy = {}) => ({
    ...json,
    'paddock-provider': by,
    'paddock-timestamp': `${at}`,
    'paddock-signature': `sha256=${signatureOf(secret, `${at}`, bytes)}`,
  });
  return {
    ...market,
    ...{ provider, addProvider, woken, send },
    async parked(fields = {}) {
      const wait = aWait({ settingsUuid: provider, ...fields });
      await store.waits.park(wait);
      return wait;
    },
    alert: (body, bearer = `${provider}.${SECRET}`) =>
      send({ headers: { ...json, authorization: `Bearer ${bearer}` }, body }),
    signed: (body, by) => ({ headers: headersOver(Buffer.from(textOf(body)), by), body: textOf(body) }),
    signedBytes: (bytes) => ({ headers: headersOver(bytes), body: bytes.toString('base64'), isBase64Encoded: true }),
  };
}

export const wokenBy = (...waits: ParkedWait[]) => waits.map(({ taskToken }) => `${taskToken} {"ready":false}`).sort();
export const woken = (count: number) => expect.objectContaining({ status: 200, body: { woken: count } });
