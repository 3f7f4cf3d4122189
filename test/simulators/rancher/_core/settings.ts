import { randomUUID } from 'node:crypto';
import { caCertificate } from './ca-certificate.ts';
import type { RancherContext } from './rancher-context.ts';

/** The source of a setting's value. The API cannot change a setting whose source is the environment. */
export type SettingSource = 'default' | 'db' | 'env';
export interface Setting {
  name: string;
  value: string;
  default: string;
  source: SettingSource;
}

/**
 * The defaults of Rancher's settings, all of them text. `server-url` is missing because each installation sets its own
 * value.
 */
const DEFAULTS: Record<string, string> = {
  'auth-token-max-ttl-minutes': '129600',
  'auth-user-session-ttl-minutes': '960',
  'crt-default-ttl-minutes': '43200',
  'delete-machine-on-failure-after': '0s',
  'kubeconfig-default-token-ttl-minutes': '43200',
  'kubeconfig-generate-token': 'true',
  'password-min-length': '12',
  'first-login': 'true',
  'agent-tls-mode': 'strict',
  'ui-banner-footer': '',
  'ui-banner-header': '',
  'ui-banner-login-consent': '',
  'ui-banners': '{}',
  'ui-brand': '',
  'ui-favicon': '',
  'ui-link-color': '',
  'ui-login-background-dark': '',
  'ui-login-background-light': '',
  'ui-pl': 'rancher',
  'ui-primary-color': '',
};
/** Settings that Rancher writes into its own database when it starts. */
const WRITTEN: Record<string, string> = {
  ...{ cacerts: caCertificate, 'rke2-default-version': '1.35.6+rke2r1' },
  // The id belongs to the installation, so a reset keeps it.
  'install-uuid': randomUUID(),
};

/** Settings that everybody may read before logging in. */
export const PUBLIC_SETTINGS = Object.keys(DEFAULTS).filter((name) => name.startsWith('ui-') || name === 'first-login');

type Changed = Pick<RancherContext, 'settings' | 'release' | 'serverUrl'>;
const FROM_ENVIRONMENT = ['server-url', 'server-version'];

export const settingNames = ({ settings }: Pick<Changed, 'settings'>): string[] =>
  [...new Set([DEFAULTS, WRITTEN].flatMap(Object.keys).concat(FROM_ENVIRONMENT, [...settings.keys()]))].sort();

/** The present state of a setting. An empty text as its value restores the default. */
export function settingOf({ settings, release, serverUrl }: Changed, name: string): Setting | undefined {
  if (name === 'server-version') return { name, value: release.version, default: 'dev', source: 'env' };
  if (name === 'server-url') return { name, value: serverUrl, default: '', source: 'env' };
  const written = settings.get(name) || WRITTEN[name];
  if (written) return { name, value: written, default: DEFAULTS[name] ?? '', source: 'db' };
  const preset = DEFAULTS[name];
  return preset === undefined ? undefined : { name, value: preset, default: preset, source: 'default' };
}
