import { ReadOnlyMode } from '#shared/errors';
import type { SiteSettings } from './site-settings.ts';

/**
 * Runs after the checks of permission and state, and before the body is read
 * (docs/spec/waldur-rancher.md#read-only-mode, docs/spec/waldur-http.md#order-of-checks).
 */
export function assertNotReadOnly({ readOnlyMode }: Pick<SiteSettings, 'readOnlyMode'>): void {
  if (readOnlyMode) throw new ReadOnlyMode();
}
