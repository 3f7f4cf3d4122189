import { wordsOf } from './field.ts';
import { isSettingName, settings } from './fields.ts';

const MAX_CHARS = 120;

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Whether a value is a URL that contains a password. */
export const hasPassword = (value: unknown): boolean => typeof value === 'string' && !!urlOf(value)?.password;

const isSecretSetting = (name: string): boolean =>
  isSettingName(name) && wordsOf(settings.shape[name]).isSecret === true;

function withoutSecret(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const url = urlOf(value);
  if (isSecretSetting(name)) return url ? `${url.protocol}//${url.host}/…` : '…';
  return url?.password ? value.replace(/\/\/[^/]*@/, '//…@') : value;
}

/** Shows a value in the terminal: on one line, without secrets. */
export function shown(name: string, value: unknown): string {
  const text = JSON.stringify(withoutSecret(name, value)) ?? 'nothing';
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}
