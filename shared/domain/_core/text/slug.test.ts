import { expect, test } from 'vitest';
import { project } from '#shared/domain/organizations/project';
import { aProject } from '#test/builders/builders';
import { numberedSlug } from './slug.ts';

test.each([
  ['ACME / Web / prod', 1, 'acme-web-1'],
  ['prod', 1, 'prod-1'],
  ['Kubernetes, self-managed', 12, 'kubernet-12'],
  ['  Über Ärzte ', 3, 'uber-arz-3'],
  ['Проект', 4, 'x-4'],
  ['Crème brûlée', 5, 'creme-br-5'],
  ['Straße', 6, 'stra-e-6'],
  ['Łódź', 7, 'odz-7'],
  ['Åse Øre', 8, 'ase-re-8'],
  ['東京クラスタ', 9, 'x-9'],
  ['김치 lab', 10, 'lab-10'],
  ['🦄 I ♥ it', 11, 'i-it-11'],
  ['a & b_c.d', 12, 'a-b-c-d-12'],
  ['fooBar²', 13, 'foobar2-13'],
  ["Ada's lab", 14, 'ada-s-la-14'],
  ['ＡＢＣ', 15, 'abc-15'],
  ['---', 16, 'x-16'],
])('the slug of "%s" with number %d is %s (R-9b-W4)', (name, number, slug) => {
  expect(numberedSlug(name, number)).toBe(slug);
});

test('a record from before slugs is read with a slug of its own, always the same', () => {
  const { slug: _none, ...old } = aProject({ uuid: 'abcdef0123456789abcdef0123456789', name: 'Web' });
  expect(project.parse(old)).toEqual({ ...old, slug: 'web-abcdef01' });
  expect(project.parse({ ...old, slug: 'web-7' }).slug).toBe('web-7');
});
