import type { RancherContext } from '../_core/rancher-context.ts';
import { RancherError } from '../_core/rancher-errors.ts';
import { settingOf } from '../_core/settings.ts';

export function checkPassword(context: RancherContext, password: string, username: string): void {
  const shortest = Number(settingOf(context, 'password-min-length')?.value);
  if (password.length < shortest) {
    throw new RancherError(422, 'InvalidBodyContent', `Password must be at least ${shortest} characters`);
  }
  if (password === username) {
    throw new RancherError(422, 'InvalidBodyContent', 'Password cannot be the same as the username');
  }
}
