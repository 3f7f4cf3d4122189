import { describe, expect, test } from 'vitest';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { someOpenStackSettings } from '#test/builders/builders';
import { parseNewSettings, parseSettingsChange, viewSettings } from './service-settings.ts';

const made = (options: object) => parseNewSettings({ type: 'OpenStack', name: 'provider-1', options });
const shown = (settings: ServiceSettings) => viewSettings((...parts) => parts.join('/'), settings).options;
const changed = (settings: ServiceSettings, options: object) => parseSettingsChange(settings, { options });
const refusedWith = (body: object) => expect.objectContaining({ body });

describe('a cloud', () => {
  const CLOUD = { backend_url: 'https://keystone.example.org:5000/', username: 'admin', password: 'very-secret' };

  test('is called at version 3 of Keystone, whether or not its URL has the version', () => {
    for (const backend_url of [CLOUD.backend_url, 'https://keystone.example.org:5000/v3/']) {
      expect(made({ ...CLOUD, backend_url }).options).toEqual({
        backendUrl: 'https://keystone.example.org:5000/v3',
        userDomainName: 'Default',
        verifyTls: true,
      });
    }
  });

  test('has a region only if one is given', () => {
    const settings = someOpenStackSettings();
    const there = { ...settings, options: { ...settings.options, region: 'north' } };
    expect(shown(there)).toMatchObject({ region: 'north' });
    expect(changed(there, { region: null }).options).not.toHaveProperty('region');
    expect(shown(settings)).toMatchObject({ region: null });
  });

  test('creates projects in the named domain, or else in the account’s own', () => {
    const settings = someOpenStackSettings();
    const there = { ...settings, options: changed(settings, { domain_name: 'customers' }).options } as ServiceSettings;
    expect(shown(there)).toMatchObject({ domain_name: 'customers' });
    expect(changed(there, { domain_name: '' }).options).not.toHaveProperty('domainName');
    expect(shown(settings)).toMatchObject({ domain_name: null });
  });

  test('is refused if its URL is too long with the version', () => {
    const backend_url = `https://keystone.example.org/${'a'.repeat(171)}`;
    expect(backend_url).toHaveLength(200);
    expect(() => made({ ...CLOUD, backend_url })).toThrow(
      refusedWith({
        options: { backend_url: ['Ensure this field has no more than 200 characters.'] },
      }),
    );
  });

  test('knows no option of a Rancher', () => {
    expect(() => made({ ...CLOUD, regoin: 'x' })).toThrow(
      refusedWith({
        options: { regoin: ['Unknown option. Did you mean "region"?'] },
      }),
    );
  });
});
