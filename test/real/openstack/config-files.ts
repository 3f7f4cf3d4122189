import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cinderConfig } from './config/cinder.ts';
import { glanceConfig } from './config/glance.ts';
import { type Ini, iniText } from './config/ini.ts';
import { keystoneConfig } from './config/keystone.ts';
import { neutronConfig } from './config/neutron.ts';
import { novaConfig } from './config/nova.ts';
import { placementConfig } from './config/placement.ts';
import { folderOf, type Installation } from './installation.ts';

const CONFIGS = {
  keystone: { file: 'keystone.conf', config: keystoneConfig },
  glance: { file: 'glance-api.conf', config: glanceConfig },
  placement: { file: 'placement.conf', config: placementConfig },
  neutron: { file: 'neutron.conf', config: neutronConfig },
  nova: { file: 'nova.conf', config: novaConfig },
  cinder: { file: 'cinder.conf', config: cinderConfig },
} satisfies Record<string, { file: string; config: (installation: Installation) => Ini }>;
export type ServiceName = keyof typeof CONFIGS;

export const configFolder = (installation: Pick<Installation, 'home'>, service: ServiceName): string =>
  folderOf(installation, 'etc', service);

export const configFile = (installation: Pick<Installation, 'home'>, service: ServiceName): string =>
  join(configFolder(installation, service), CONFIGS[service].file);

/** Writes every service's configuration again, since each run may use other ports. */
export function writeConfigFiles(installation: Installation): void {
  for (const service of ['keystone', 'glance', 'placement', 'neutron', 'nova', 'cinder'] as const) {
    const text = iniText(CONFIGS[service].config(installation));
    writeFileSync(configFile(installation, service), text, { mode: 0o600 });
  }
  // Nova's API looks for this file beside its configuration, whatever path the configuration names.
  copyFileSync(
    join(installation.packaged, 'nova', 'api-paste.ini'),
    join(configFolder(installation, 'nova'), 'api-paste.ini'),
  );
}
