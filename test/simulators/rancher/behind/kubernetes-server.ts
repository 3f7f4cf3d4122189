import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';

/** The address of a real Kubernetes API, and the token with which Rancher's agent has all rights there. */
export const kubernetesAddress = z.strictObject({
  url: z.url(),
  token: z.string().min(1),
  /** The certificate of the authority that signed the server's certificate, as PEM. Absent for plain HTTP. */
  ca: z.string().min(1).optional(),
});
export type KubernetesAddress = z.infer<typeof kubernetesAddress>;

/** A request to the API server. `path` is the path on that server, and `body` is sent unchanged. */
export type Sent = {
  method: string;
  path: string;
  body?: string;
  type?: string;
  accept?: string;
  /** The user whom Rancher impersonates. If absent, Rancher asks in its own name. */
  as?: { user: string; groups: readonly string[] };
};
export type KubernetesServer = ReturnType<typeof kubernetesServer>;

const TIMEOUT_MS = 30_000;
/** No timeout, since a watch is silent while nothing happens. */
const NEVER = 0;

export function kubernetesServer({ url, token, ca }: KubernetesAddress) {
  const dispatcher = new Agent({ connect: { ...(ca !== undefined && { ca }) }, headersTimeout: TIMEOUT_MS });
  const open = ({
    method,
    path,
    body,
    type = 'application/json',
    accept,
    as,
  }: Sent): Promise<Dispatcher.ResponseData> =>
    request(url + path, {
      ...{ method: method as Dispatcher.HttpMethod, dispatcher, body: body ?? null },
      bodyTimeout: path.includes('watch=') ? NEVER : TIMEOUT_MS,
      headers: {
        authorization: `Bearer ${token}`,
        ...(accept !== undefined && { accept }),
        ...(body !== undefined && { 'content-type': type }),
        ...(as && { 'impersonate-user': as.user, 'impersonate-group': [...as.groups] }),
      },
    });
  return {
    open,
    async ask(sent: Sent): Promise<{ status: number; body: unknown }> {
      const { statusCode, body } = await open(sent);
      const text = await body.text();
      return { status: statusCode, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
    },
    close: () => dispatcher.destroy(),
  };
}
