import { z } from 'zod';
import type { Outbound } from '#shared/domain/_core/outbound';
import { BackendUnauthorized } from '../../errors.ts';
import { connectWithin, type JsonCall } from '../json-client.ts';
import { BACKEND, type Issuer } from './issuer.ts';

export type OidcClient = {
  clientId: string;
  /** For a confidential client; undefined for a public one. */
  clientSecret: () => Promise<string | undefined>;
};
type Options = OidcClient & { issuer: Issuer; timeoutMs: number; outbound?: Outbound };
type Form = Record<string, string>;

/** RFC 6749 §5.2. */
export const refused = z.object({ error: z.string() });
const tokens = z.union([z.object({ id_token: z.string().min(1) }), refused]);
/** Errors of our client, not of a code. */
const OUR_FAULT = ['invalid_client', 'unauthorized_client'];

export type AskProvider = {
  /** Sends one form as our client. Refusals are answers. Throws the Backend* family. */
  post<T>(op: string, address: string, form: Form, reply: z.ZodType<T>): Promise<T>;
  /** Asks the token endpoint: the ID token, or the reason for a refusal. */
  redeem(op: string, form: Form): Promise<z.infer<typeof tokens>>;
};

export function askProvider({ issuer, clientId, clientSecret, timeoutMs, outbound }: Options): AskProvider {
  const connect = connectWithin(timeoutMs, outbound);
  const post: AskProvider['post'] = async <T>(op: string, address: string, form: Form, reply: z.ZodType<T>) => {
    const secret = await clientSecret();
    const known = secret === undefined ? {} : { client_secret: secret };
    const secrets = Object.values({ ...known, ...form });
    const whole = { client_id: clientId, ...known, ...form };
    const call: JsonCall<T> = { op, method: 'POST', path: '', form: whole, reply, answers: [400, 401], secrets };
    return (await connect({ backend: BACKEND, baseUrl: address })(call)).body;
  };
  return {
    post,
    async redeem(op, form) {
      const answer = await post(op, (await issuer.discover()).token_endpoint, form, tokens);
      if ('error' in answer && OUR_FAULT.includes(answer.error)) {
        throw new BackendUnauthorized(`${BACKEND} does not take our client: ${answer.error}`, { backend: BACKEND, op });
      }
      return answer;
    },
  };
}
