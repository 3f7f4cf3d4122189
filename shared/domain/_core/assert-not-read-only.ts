import { ReadOnlyMode } from '#shared/errors';
import type { SiteSettings } from './site-settings.ts';

/** Comes after permission and state, and before anything is read of a body (waldur-rancher.md §2, waldur-http.md "Order of checks"). */
export function assertNotReadOnly({ readOnlyMode }: Pick<SiteSettings, 'readOnlyMode'>): void {
  if (readOnlyMode) throw new ReadOnlyMode();
}
