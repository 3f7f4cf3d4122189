import { STAGE } from './_worlds/deployed-stack.ts';
import { ownCloud } from './_worlds/own-cloud.ts';
import { accessStory } from './access/access-story.ts';
import { accessWorld } from './access/access-world.ts';
import { runSync } from './access/run-pass.ts';

const { endpoints } = ownCloud();
const keycloak = { url: endpoints.keycloak, admin: endpoints.keycloak_admin, stop: async () => {} };

accessStory({
  open: () => accessWorld(endpoints, { keycloak, realm: 'paddock', stage: STAGE }),
  hurry: () => runSync(endpoints, STAGE, 'sync_keycloak_users'),
});
