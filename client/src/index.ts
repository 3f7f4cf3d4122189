import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/schema.d.ts';

export type * from './generated/schema.d.ts';

/** A client whose methods, parameters, bodies and answers are those of the API's OpenAPI document. */
export type PaddockClient = Client<paths>;

export type ClientOptions = {
  /** The address of the API without a path, as `https://paddock.example`. */
  baseUrl: string;
  /** A key of `POST /api/api-tokens/`. A browser needs none, because it has a session cookie. */
  token?: string;
};

/** Makes a client of one Paddock. */
export const createClient = ({ baseUrl, token }: ClientOptions): PaddockClient =>
  createFetchClient<paths>({ baseUrl, ...(token !== undefined && { headers: { authorization: `Token ${token}` } }) });
