import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { UndoStack } from '#infra/local/undo-stack';
import { type CloudAccess, cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import { CLOUD_KINDS, type Inventory, inventoryOf } from './cloud-inventory.ts';
import { KEYCLOAK_VERSION } from './keycloak/install-keycloak.ts';
import { keycloakInventory } from './keycloak/keycloak-inventory.ts';
import { type KeycloakAccess, keycloakAccess, startKeycloak } from './keycloak/start-keycloak.ts';
import { startOpenStack } from './openstack/start-openstack.ts';
import type { RealOptions, Timed } from './real-options.ts';
import type { Suite } from './run-suite.ts';
import { startedPrograms } from './started-programs.ts';
import type { Summary } from './summary.ts';

/** A real server for suites: the environment names it, or this run has started it. */
export type RealServer = {
  name: string;
  contract: Suite;
  /** Environment variables with which the suites of whole orders, and of projects in clusters, find the server. */
  env: Record<string, string>;
  /** The context of `infra/config.ts` for a stage that uses the server. */
  appContext: Record<string, string>;
  started: Summary['started'];
  /**
   * The contents of a server that this run has started. Undefined for any other server, since other people may use it.
   */
  lookAround(): Promise<Inventory | undefined>;
};
type Found<Access> = { access: Access; started: Summary['started']; isOurs: boolean };

export async function realKeycloak(options: RealOptions, undo: UndoStack, timed: Timed): Promise<RealServer> {
  const { access, started, isOurs } =
    givenKeycloak() ?? (await timed('Keycloak started', () => startedKeycloak(options, undo)));
  // The name of a realm that does not exist yet. A suite that needs the realm creates and removes it.
  const realm = `paddock-${randomBytes(4).toString('hex')}`;
  const env = { PADDOCK_REAL_KEYCLOAK: JSON.stringify(access), PADDOCK_REAL_REALM: realm };
  return {
    ...{ name: 'Keycloak', env, started },
    appContext: { oidcIssuer: `${access.url}/realms/${realm}`, oidcAudience: 'paddock' },
    contract: { name: 'contract of Keycloak', files: ['test/contracts/keycloak.contract.test.ts'], env },
    lookAround: async () => (isOurs ? keycloakInventory(access) : undefined),
  };
}

export async function realCloud(options: RealOptions, undo: UndoStack, timed: Timed): Promise<RealServer> {
  const { access, started, isOurs } =
    givenCloud() ?? (await timed('OpenStack started', () => startedCloud(options, undo)));
  const env = { PADDOCK_REAL_OPENSTACK: JSON.stringify(access) };
  return {
    ...{ name: 'OpenStack', env, started, appContext: {} },
    contract: { name: 'contract of OpenStack', files: ['test/contracts/openstack.contract.test.ts'], env },
    lookAround: async () => (isOurs ? inventoryOf(await logInAsAdmin(access), CLOUD_KINDS) : undefined),
  };
}

function givenKeycloak(): Found<KeycloakAccess> | undefined {
  const given = process.env.PADDOCK_REAL_KEYCLOAK;
  if (!given) return undefined;
  const access = keycloakAccess.parse(JSON.parse(given));
  return { access, started: [['Keycloak', 'as given', access.url]], isOurs: false };
}

async function startedKeycloak(options: RealOptions, undo: UndoStack): Promise<Found<KeycloakAccess>> {
  const home = join(options.home, 'keycloak');
  const { access, stop } = await startKeycloak({ ...options, home, logDir: join(home, 'log') });
  undo.push(stop);
  return { access, started: [['keycloak', KEYCLOAK_VERSION, new URL(access.url).host]], isOurs: true };
}

function givenCloud(): Found<CloudAccess> | undefined {
  const given = process.env.PADDOCK_REAL_OPENSTACK;
  if (!given) return undefined;
  const access = cloudAccess.parse(JSON.parse(given));
  return { access, started: [['OpenStack', 'as given', access.auth_url]], isOurs: false };
}

async function startedCloud(options: RealOptions, undo: UndoStack): Promise<Found<CloudAccess>> {
  const home = join(options.home, 'openstack');
  const openstack = await startOpenStack({ ...options, home, logDir: join(home, 'log') });
  undo.push(openstack.stop);
  return { access: openstack.access, started: await startedPrograms(openstack), isOurs: true };
}
