import { readFileSync } from 'node:fs';
import { beforeEach, onTestFailed } from 'vitest';
import type { Endpoints } from '#infra/local/endpoints';
import { accessStory } from '#test/e2e/access/access-story';
import { accessWorld } from '#test/e2e/access/access-world';
import { keycloakAccess } from '../keycloak/start-keycloak.ts';
import { errorsLogged } from '../order/errors-logged.ts';

const STAGE = 'real';
const access = keycloakAccess.parse(JSON.parse(process.env.PADDOCK_REAL_KEYCLOAK ?? ''));
const endpoints: Endpoints = JSON.parse(readFileSync(process.env.PADDOCK_REAL_ENDPOINTS ?? '', 'utf8'));

beforeEach(() => {
  onTestFailed(async () => {
    process.stdout.write(`${await errorsLogged(endpoints, STAGE)}\n`);
  });
});

/**
 * The tests do not start the sync job that adds a signed-in user to the cluster. They wait until the schedule starts
 * the job.
 */
accessStory({
  open: () => {
    const keycloak = { ...access, stop: async () => {} };
    return accessWorld(endpoints, { keycloak, realm: process.env.PADDOCK_REAL_REALM ?? '', stage: STAGE });
  },
});
