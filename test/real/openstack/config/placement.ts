import type { Installation } from '../installation.ts';
import type { Ini } from './ini.ts';
import { databaseUrl, tokenCheck } from './shared-sections.ts';

export const placementConfig = (installation: Installation): Ini => ({
  placement_database: { connection: databaseUrl(installation, 'placement') },
  api: { auth_strategy: 'keystone' },
  keystone_authtoken: tokenCheck(installation, 'placement'),
});
