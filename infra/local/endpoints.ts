import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person, SampleData } from './sample-data.ts';

export type { Person } from './sample-data.ts';

/** Where everything of a running local cloud is: the contract of `.local/endpoints.json`. */
export interface Endpoints {
  readonly api: string;
  /** The emulator, for the AWS CLI and SDKs. */
  readonly aws: string;
  readonly rancher: string;
  readonly openstack: Record<string, string>;
  readonly vault: string;
  readonly keycloak: string;
  /** Account of its realm `master`, for the settings of a provider. */
  readonly keycloak_admin: { readonly username: string; readonly password: string };
  /** The API server of the cluster in which Argo CD runs. */
  readonly argocd: string;
  /** Where all e-mails arrive: `GET /_sim/state`. */
  readonly mail: string;
  /** Not a backend of Paddock: the program that boots the simulated machines. */
  readonly vm_runner: string;
  readonly tokens: Record<Person, string>;
  readonly sample: SampleData;
}

/** Writes the file for the owner's eyes only, since it has tokens in it; answers how to remove it. */
export function writeEndpoints(home: string, endpoints: Endpoints): { file: string; remove: () => void } {
  const file = join(home, 'endpoints.json');
  mkdirSync(home, { recursive: true });
  rmSync(file, { force: true }); // the mode below is for new files only
  writeFileSync(file, `${JSON.stringify(endpoints, null, 2)}\n`, { mode: 0o600 });
  return { file, remove: () => rmSync(file, { force: true }) };
}
