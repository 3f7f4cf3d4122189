import { join } from 'node:path';
import { configFile } from './config-files.ts';
import type { Installation } from './installation.ts';
import type { Program } from './service.ts';

/** The programs without an API of their own. They only listen to the message queue. */
export function workersOf(installation: Installation): Program[] {
  const nova = ['--config-file', configFile(installation, 'nova')];
  const cinder = ['--config-file', configFile(installation, 'cinder')];
  const program = (name: string, args: string[]): Program => ({ name, command: join(installation.bin, name), args });
  return [
    program('nova-conductor', nova),
    program('nova-scheduler', nova),
    program('nova-compute', nova),
    program('cinder-scheduler', cinder),
    program('cinder-volume', cinder),
  ];
}
