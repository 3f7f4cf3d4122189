import { z } from 'zod';
import { deadlines, nodes, orders, passes } from './fields-of-clusters.ts';
import { addresses, alarms, limits, mails, signIn } from './fields-of-people.ts';
import { load, networks, place, stage } from './fields-of-the-stage.ts';

/** In the order of `docs/configuration.md`. */
export const GROUPS: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  'The stage': stage,
  Addresses: addresses,
  'Sign-in': signIn,
  Alarms: alarms,
  'E-mails': mails,
  'Orders and clusters': orders,
  'Limits of users': limits,
  'Private clouds and web hooks': networks,
  'Longest waits': deadlines,
  'Nodes and autohealing': nodes,
  'Limits of removals': passes,
  'Load and time': load,
};

/** All settings that a stage's file may have. */
export const settings = z.strictObject({
  ...stage,
  ...addresses,
  ...signIn,
  ...alarms,
  ...mails,
  ...orders,
  ...limits,
  ...networks,
  ...deadlines,
  ...nodes,
  ...passes,
  ...load,
});
export type Settings = z.infer<typeof settings>;
export type SettingName = keyof Settings;

export const SETTING_NAMES: readonly SettingName[] = settings.keyof().options;
export const isSettingName = (name: string): name is SettingName => SETTING_NAMES.some((known) => known === name);

/** The configuration of a stage; docs/configuration.md explains it. */
export const config = z.object({ ...settings.shape, ...place });
export type Config = z.infer<typeof config>;

const NAMED_OTHERWISE: Partial<Record<string, string>> = {
  account: 'CDK_DEFAULT_ACCOUNT',
  region: 'CDK_DEFAULT_REGION',
  systemVolumeMinSizeGb: 'PADDOCK_SYSTEM_VOLUME_MIN_SIZE',
};

/** The environment variable of a field: `PADDOCK_ALARM_EMAIL` of `alarmEmail`. */
export const variableOf = (name: keyof Config): string =>
  NAMED_OTHERWISE[name] ?? `PADDOCK_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
