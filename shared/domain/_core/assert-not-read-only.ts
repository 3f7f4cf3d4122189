import { ReadOnlyMode } from '#shared/errors';
import type { SiteSettings } from './site-settings.ts';

/**
 * Comes after permission and state, and before anything is read of a body (docs/spec/waldur-rancher.md#read-only-mode,
 * docs/spec/waldur-http.md#order-of-checks).
 */
export function assertNotReadOnly({ readOnlyMode }: Pick<SiteSettings, 'readOnlyMode'>): void {
  if (readOnlyMode) throw new ReadOnlyMode();
}
