import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { passed, skipped } from '#shared/domain/rancher-projects/diagnosis/finding';
import { BackendUnauthorized, Misconfigured } from '#shared/errors';
import type { Keycloak, KeycloakSessions } from '#shared/ports/keycloak';
import type { RancherSessions } from '#shared/ports/rancher';
import type { Check } from './run-checks.ts';

type Sessions = { rancher: RancherSessions; keycloak: KeycloakSessions };

/** Waits for the probe. Ignores a failure that another check reports. */
async function unless(probe: Promise<void>, ofOtherCheck: (error: unknown) => boolean): Promise<void> {
  try {
    await probe;
  } catch (error) {
    if (!ofOtherCheck(error)) throw error;
  }
}

function keycloakChecks({ keycloak: sessions }: Sessions, settings: RancherSettings): Check[] {
  const { keycloak: names } = settings.options;
  if (!names) return [{ name: 'keycloak_login', run: async () => skipped('The provider has no Keycloak.') }];
  const { realm, userRealm, username } = names;
  const opened = async (): Promise<Keycloak> => {
    const keycloak = await sessions.open(settings);
    if (!keycloak) throw new Misconfigured('The provider has no Keycloak.');
    return keycloak;
  };
  return [
    {
      name: 'keycloak_login',
      run: async () => {
        await (await opened()).logIn();
        return passed(`${username} can log in to realm ${userRealm}.`);
      },
    },
    {
      ...{ name: 'keycloak_realm', needs: 'keycloak_login' },
      run: async () => {
        await unless((await opened()).tryGroupRights(), (error) => error instanceof BackendUnauthorized);
        return passed(`Keycloak has the realm ${realm}.`);
      },
    },
    {
      ...{ name: 'keycloak_rights', needs: 'keycloak_realm' },
      run: async () => {
        await (await opened()).tryGroupRights();
        return passed(`${username} may manage groups and members in realm ${realm}.`);
      },
    },
  ];
}

/** The checks of a provider, whatever it sells. */
export const providerChecks = (sessions: Sessions, settings: RancherSettings): Check[] => [
  {
    name: 'settings',
    run: async () => {
      await sessions.rancher.open(settings);
      return passed('Settings and credentials of the provider can be read.');
    },
  },
  {
    ...{ name: 'rancher_login', needs: 'settings' },
    run: async () => {
      await (await sessions.rancher.open(settings)).logIn();
      return passed('Rancher accepts the access key.');
    },
  },
  ...keycloakChecks(sessions, settings),
];
