import { afterAll, beforeAll, describe } from 'vitest';
import { type ConnectAdmin, connectAdmin } from '#shared/adapters/keycloak/admin-client';
import { failuresOver, PATIENCE_MS } from './backend-failures.contract.ts';
import { accessCases } from './keycloak/access-cases.ts';
import { badDayCases } from './keycloak/bad-day-cases.ts';
import { checkCases } from './keycloak/check-cases.ts';
import { eventCases } from './keycloak/event-cases.ts';
import { groupCases } from './keycloak/group-cases.ts';
import { type KeycloakUnderTest, type OpenedKeycloak, openKeycloak } from './keycloak/keycloak-under-test.ts';
import { memberCases } from './keycloak/member-cases.ts';
import { samlCases } from './keycloak/saml-cases.ts';
import { signInCases } from './keycloak/sign-in-cases.ts';
import { tokenGroupCases } from './keycloak/token-group-cases.ts';
import { userCases } from './keycloak/user-cases.ts';

const SLOW_MS = 120_000;
const connectImpatiently: ConnectAdmin = (connection) => {
  const client = connectAdmin(connection);
  return (call) => client({ ...(call.op !== 'logIn' && { timeoutMs: PATIENCE_MS }), ...call });
};

/**
 * `canFail`: tests can inject failures. `brokers`: realms can broker other identity providers, which the simulator does
 * not support.
 */
type Abilities = { readonly canFail: boolean; readonly brokers: boolean };

/** The behaviour that the product expects of every Keycloak. */
export function keycloakContract(
  name: string,
  start: () => Promise<KeycloakUnderTest>,
  { canFail, brokers }: Abilities,
): void {
  describe(name, { timeout: SLOW_MS }, () => {
    let opened: OpenedKeycloak;
    beforeAll(async () => {
      opened = await openKeycloak(await start());
    }, SLOW_MS);
    afterAll(() => opened.close(), SLOW_MS);

    groupCases(() => opened);
    memberCases(() => opened);
    userCases(() => opened);
    eventCases(() => opened);
    accessCases(() => opened);
    checkCases(() => opened);
    signInCases(() => opened);
    tokenGroupCases(() => opened);

    if (brokers) samlCases(() => opened);

    describe.runIf(canFail)('on a bad day', () => {
      const simulator = () => {
        if (!opened.backend.simulator) throw new Error('failures can only be planned on a simulator');
        return opened.backend.simulator;
      };
      failuresOver({ usual: connectAdmin, impatient: connectImpatiently }, () => ({
        simulator: simulator(),
        call: async (connect) => (await opened.open({}, connect)).keycloak.findUsers(['nobody']),
        path: '/users/\\?',
      }));
      badDayCases(() => ({ opened, simulator: simulator() }));
    });
  });
}
