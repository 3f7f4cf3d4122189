import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';

/** Where a real Kubernetes API is, and the token by which Rancher's agent may do everything there. */
export const kubernetesAddress = z.strictObject({
  url: z.url(),
  token: z.string().min(1),
  /** Who has signed its certificate, as PEM; absent over plain HTTP. */
  ca: z.string().min(1).optional(),
});
export type KubernetesAddress = z.infer<typeof kubernetesAddress>;

/** A request by its path below the server, with the body as it goes over the wire. */
export type Sent = {
  method: string;
  path: string;
  body?: string;
  type?: string;
  accept?: string;
  /** In whose name Rancher asks; in its own without it. */
  as?: { user: string; groups: readonly string[] };
};
export type KubernetesServer = ReturnType<typeof kubernetesServer>;

const TIMEOUT_MS = 30_000;
/** A watch is silent for as long as nothing happens. */
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
    /** The answer as it comes, for whoever passes it on. */
    open,
    async ask(sent: Sent): Promise<{ status: number; body: unknown }> {
      const { statusCode, body } = await open(sent);
      const text = await body.text();
      return { status: statusCode, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
    },
    close: () => dispatcher.destroy(),
  };
}
