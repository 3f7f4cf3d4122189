import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person, SampleData } from './sample-data.ts';

export type { Person } from './sample-data.ts';

/** Addresses of a running local cloud: the contents of `.local/endpoints.json`. */
export interface Endpoints {
  readonly api: string;
  /** The emulator's address, for the AWS CLI and SDKs. */
  readonly aws: string;
  readonly rancher: string;
  readonly openstack: Record<string, string>;
  readonly vault: string;
  readonly keycloak: string;
  /** Account in the realm `master`. A provider's settings contain this account. */
  readonly keycloak_admin: { readonly username: string; readonly password: string };
  /** The API server of the cluster in which Argo CD runs. */
  readonly argocd: string;
  /** The mail server that gets all e-mails. `GET /_sim/state` shows these e-mails. */
  readonly mail: string;
  /** The program that boots the simulated machines. Paddock does not call it. */
  readonly vm_runner: string;
  readonly tokens: Record<Person, string>;
  readonly sample: SampleData;
}

/**
 * Writes the file with addresses and tokens. Only its owner can read it. Returns the file's path and a function that
 * removes the file.
 */
export function writeEndpoints(home: string, endpoints: Endpoints): { file: string; remove: () => void } {
  const file = join(home, 'endpoints.json');
  mkdirSync(home, { recursive: true });
  rmSync(file, { force: true }); // Removes an old file, because the mode below is applied only to new files.
  writeFileSync(file, `${JSON.stringify(endpoints, null, 2)}\n`, { mode: 0o600 });
  return { file, remove: () => rmSync(file, { force: true }) };
}
