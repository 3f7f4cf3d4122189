import { afterAll } from 'vitest';
import { z } from 'zod';
import type { Clock } from '#shared/ports/runtime';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';

const printed = z.object({ issuer: z.string(), client_id: z.string() });
export type OidcRealm = { keycloak: Simulator; issuer: string; clientId: string };

/** Simulators and their tokens use real time. */
export const realClock: Clock = { now: () => new Date() };

export async function oidcRealmPerFile(): Promise<OidcRealm> {
  const keycloak = await startSimulator('keycloak');
  afterAll(() => keycloak.stop());
  const { issuer, client_id: clientId } = printed.parse(keycloak.printed);
  return { keycloak, issuer, clientId };
}
