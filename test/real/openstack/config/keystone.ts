import { folderOf, type Installation } from '../installation.ts';
import type { Ini } from './ini.ts';
import { databaseUrl } from './shared-sections.ts';

export function keystoneConfig(installation: Installation): Ini {
  const tokens = folderOf(installation, 'state', 'fernet-tokens');
  return {
    database: { connection: databaseUrl(installation, 'keystone') },
    token: { provider: 'fernet' },
    fernet_tokens: { key_repository: tokens },
    fernet_receipts: { key_repository: tokens },
    credential: { key_repository: folderOf(installation, 'state', 'fernet-credentials') },
    // For every request, each service checks the caller's token with Keystone. Without the next two settings, these
    // checks take most of a small machine's time.
    cache: { enabled: true, backend: 'dogpile.cache.memory' },
    identity: { password_hash_rounds: 4 },
  };
}
