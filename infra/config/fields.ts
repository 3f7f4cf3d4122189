import { z } from 'zod';
import { deadlineFields, nodeFields, orderFields, passFields } from './fields-of-clusters.ts';
import { addressFields, alarmFields, limitFields, mailFields, signInFields } from './fields-of-people.ts';
import { loadFields, networkFields, placeFields, stageFields } from './fields-of-the-stage.ts';

/** Groups of fields, in the order of `docs/configuration.md`. */
export const GROUPS: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  'The stage': stageFields,
  Addresses: addressFields,
  'Sign-in': signInFields,
  Alarms: alarmFields,
  'E-mails': mailFields,
  'Orders and clusters': orderFields,
  'Limits of users': limitFields,
  'Private clouds and web hooks': networkFields,
  'Longest waits': deadlineFields,
  'Nodes and autohealing': nodeFields,
  'Limits of removals': passFields,
  'Load and time': loadFields,
};

/** All settings that a stage's file may have. */
export const settings = z.strictObject({
  ...stageFields,
  ...addressFields,
  ...signInFields,
  ...alarmFields,
  ...mailFields,
  ...orderFields,
  ...limitFields,
  ...networkFields,
  ...deadlineFields,
  ...nodeFields,
  ...passFields,
  ...loadFields,
});
export type Settings = z.infer<typeof settings>;
export type SettingName = keyof Settings;

export const SETTING_NAMES: readonly SettingName[] = settings.keyof().options;
export const isSettingName = (name: string): name is SettingName => SETTING_NAMES.some((known) => known === name);

/** The configuration of a stage; docs/configuration.md explains it. */
export const config = z.object({ ...settings.shape, ...placeFields });
export type Config = z.infer<typeof config>;

const NAMED_OTHERWISE: Partial<Record<string, string>> = {
  account: 'CDK_DEFAULT_ACCOUNT',
  region: 'CDK_DEFAULT_REGION',
  systemVolumeMinSizeGb: 'PADDOCK_SYSTEM_VOLUME_MIN_SIZE',
};

/** The environment variable of a field: `PADDOCK_ALARM_EMAIL` of `alarmEmail`. */
export const variableOf = (name: keyof Config): string =>
  NAMED_OTHERWISE[name] ?? `PADDOCK_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
